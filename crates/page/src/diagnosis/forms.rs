//! The forms of the commonest messages of compilers.

/// The key of what this text means, and what stands in the gaps of its form.
pub(super) fn form_of(text: &str) -> Option<(&'static str, Vec<(&'static str, &str)>)> {
    FORMS.iter().find_map(|(key, pattern)| {
        let mut gaps = Vec::new();
        fits(pattern, text, &mut gaps).then_some((*key, gaps))
    })
}

/// Whether a text is of this form, and what stands in its gaps. A gap `{}` is skipped. A gap ends
/// where the text that follows it first occurs, so the work grows with the text's length only.
fn fits<'t>(pattern: &'static str, text: &'t str, gaps: &mut Vec<(&'static str, &'t str)>) -> bool {
    let Some((before, rest)) = pattern.split_once('{') else { return pattern == text };
    let Some(text) = text.strip_prefix(before) else { return false };
    let Some((name, rest)) = rest.split_once('}') else { return false };
    let next = rest.split('{').next().unwrap_or_default();
    let end = if next.is_empty() { Some(text.len()) } else { text.find(next) };
    let Some(end) = end else { return false };
    if !name.is_empty() {
        gaps.push((name, &text[..end]));
    }
    fits(rest, &text[end..], gaps)
}

pub(super) const UNKNOWN_SYMBOL: &str = "unknown-symbol";
pub(super) const MISMATCHED: &str = "mismatched";

/// What a message means, by its form: a key, and the untranslated text with gaps. The first form
/// that fits counts. Quotation marks of any kind are written as `'`.
#[rustfmt::skip]
pub(super) const FORMS: &[(&str, &str)] = &[
    // gcc, g++ and clang.
    ("undeclared", "'{name}' undeclared{}"),
    ("undeclared", "'{name}' was not declared in this scope{}"),
    ("undeclared", "use of undeclared identifier '{name}'{}"),
    ("undeclared", "'{name}' has not been declared{}"),
    ("implicit-function", "implicit declaration of function '{name}'{}"),
    ("unknown-type", "'{name}' does not name a type{}"),
    ("unknown-type", "unknown type name '{name}'{}"),
    ("semicolon-before", "expected '=', ',', ';'{}before '{found}'{}"),
    ("semicolon-before", "expected ',' or ';' before '{found}'{}"),
    ("semicolon-before", "expected initializer before '{found}'{}"),
    ("missing-at-end", "expected '{what}' at end of input{}"),
    ("cut-off", "expected declaration or statement at end of input{}"),
    ("missing-before", "expected '{what}' before '{found}'{}"),
    ("no-value", "expected expression before '{found}'{}"),
    ("no-value", "expected primary-expression before '{found}'{}"),
    ("no-declaration", "expected identifier or '(' before '{found}'{}"),
    ("no-declaration", "expected unqualified-id before '{found}'{}"),
    ("no-declaration", "expected declaration before '{found}'{}"),
    ("unclosed-text", "missing terminating {}"),
    ("stray", "stray '{name}' in program{}"),
    ("else-alone", "'else' without a previous 'if'{}"),
    ("defined-twice", "redefinition of '{name}'{}"),
    ("defined-twice", "redeclaration of '{name}'{}"),
    ("conflicting-types", "conflicting types for '{name}'{}"),
    ("unused", "unused variable '{name}'{}"),
    ("unused", "unused parameter '{name}'{}"),
    ("unused", "variable '{name}' set but not used{}"),
    ("unused", "parameter '{name}' set but not used{}"),
    ("unused", "'{name}' defined but not used{}"),
    ("uninitialized", "'{name}' may be used uninitialized{}"),
    ("uninitialized", "'{name}' is used uninitialized{}"),
    ("conversion", "conversion from '{from}' to '{to}' may change{}"),
    ("conversion", "conversion to '{to}' from '{from}' may change{}"),
    ("sign-compare", "comparison of integer expressions of different signedness{}"),
    ("no-return", "control reaches end of non-void function{}"),
    ("no-return", "no return statement in function returning non-void{}"),
    ("too-few", "too few arguments to function '{name}'{}"),
    ("too-many", "too many arguments to function '{name}'{}"),
    ("wrong-argument", "passing argument {n} of '{name}' {}"),
    ("types", "initialization of '{to}' from incompatible pointer type '{from}'{}"),
    ("types", "assignment to '{to}' from incompatible pointer type '{from}'{}"),
    ("types", "initialization of '{to}' from '{from}' makes {}"),
    ("types", "assignment to '{to}' from '{from}' makes {}"),
    ("types", "invalid conversion from '{from}' to '{to}'{}"),
    ("types", "cannot convert '{from}' to '{to}'{}"),
    ("no-function", "no matching function for call to '{name}'{}"),
    ("no-member", "'{type}' has no member named '{name}'{}"),
    ("not-assignable", "lvalue required as left operand of assignment{}"),
    ("truth-assignment", "suggest parentheses around assignment used as truth value{}"),
    ("format", "format '{format}' expects argument of type '{to}', but argument {} has type '{from}'{}"),
    ("missing-braces", "missing braces around initializer{}"),
    ("operands", "invalid operands to binary {name} (have {}"),
    ("operands", "no match for 'operator{name}' {}"),
    ("no-file", "{name}: No such file or directory"),
    // The linker.
    ("no-main", "{}undefined reference to 'main'"),
    ("undefined-reference", "{}undefined reference to '{name}'{}"),
    ("defined-twice", "{}multiple definition of '{name}'{}"),
    // Free Pascal.
    ("undeclared", "Identifier not found \"{name}\""),
    ("missing-before", "Syntax error, \"{what}\" expected but \"{found}\" found"),
    ("types", "Incompatible types: got \"{from}\" expected \"{to}\""),
    ("defined-twice", "Duplicate identifier \"{name}\""),
    ("cut-off", "Unexpected end of file{}"),
    ("wrong-arguments", "Wrong number of parameters specified for call to \"{name}\""),
    ("no-unit", "Can't find unit {name} used by {}"),
    // javac, and our own search for the main class.
    (UNKNOWN_SYMBOL, "cannot find symbol"),
    ("missing", "'{what}' expected"),
    ("no-return", "missing return statement"),
    ("loses-precision", "incompatible types: possible lossy conversion from {from} to {to}"),
    ("types", "incompatible types: {from} cannot be converted to {to}"),
    ("cut-off", "reached end of file while parsing"),
    ("class-file", "class {name} is public, should be declared in a file named {}"),
    ("class-expected", "class, interface, enum, or record expected"),
    ("class-expected", "class, interface, or enum expected"),
    ("defined-twice", "variable {name} is already defined in {}"),
    ("uninitialized", "variable {name} might not have been initialized"),
    ("not-a-statement", "not a statement"),
    ("bad-start", "illegal start of {}"),
    ("unclosed-text", "unclosed string literal"),
    ("else-alone", "'else' without 'if'"),
    ("unreported", "unreported exception {name}; must be caught {}"),
    ("static-context", "non-static {} {name} cannot be referenced from a static context"),
    ("no-java-main", "no class has a 'public static void main(String[])'{}"),
    ("no-java-main", "no main method found in class{}"),
    ("no-java-main", "Error: Main method not found in class {}"),
    // rustc.
    ("undeclared", "cannot find value '{name}' in {}"),
    ("undeclared", "cannot find function '{name}' in {}"),
    ("undeclared", "cannot find macro '{name}' in {}"),
    ("unknown-type", "cannot find type '{name}' in {}"),
    ("no-value", "expected expression, found '{found}'"),
    ("missing-before", "expected '{what}', found '{found}'"),
    (MISMATCHED, "mismatched types"),
    ("no-member", "no method named '{name}' found for {}'{type}' in the current scope"),
    ("no-member", "no field '{name}' on type '{type}'"),
    ("cut-off", "this file contains an unclosed delimiter"),
    ("unmatched", "unexpected closing delimiter: '{name}'"),
    ("unclosed-text", "unterminated double quote string"),
    ("moved", "borrow of moved value: '{name}'"),
    ("moved", "use of moved value: '{name}'"),
    ("immutable", "cannot assign twice to immutable variable '{name}'"),
    ("immutable", "cannot borrow '{name}' as mutable, as it is not declared as mutable"),
    ("defined-twice", "the name '{name}' is defined multiple times"),
    ("no-main", "'main' function not found in crate {}"),
    ("no-module", "unresolved import '{name}'"),
    // Python.
    ("never-closed", "SyntaxError: '{name}' was never closed"),
    ("missing", "SyntaxError: expected '{what}'"),
    ("unclosed-text", "SyntaxError: unterminated string literal{}"),
    ("unclosed-text", "SyntaxError: unterminated triple-quoted string literal{}"),
    ("not-assignable", "SyntaxError: cannot assign to {}"),
    ("not-assignable", "SyntaxError: invalid syntax. Maybe you meant '==' {}"),
    ("bad-syntax", "SyntaxError: invalid syntax{}"),
    ("old-print", "SyntaxError: Missing parentheses in call to 'print'{}"),
    ("unmatched", "SyntaxError: unmatched '{name}'"),
    ("no-block", "IndentationError: expected an indented block after '{name}'{}"),
    ("indent", "IndentationError: {}"),
    ("tabs", "TabError: {}"),
    ("undeclared", "NameError: name '{name}' is not defined{}"),
    ("no-module", "ModuleNotFoundError: No module named '{name}'{}"),
    ("no-package", "ImportError: attempted relative import with no known parent package"),
    // node.
    ("missing", "SyntaxError: missing {what} after argument list"),
    ("cut-off", "SyntaxError: Unexpected end of input"),
    ("unexpected", "SyntaxError: Unexpected token '{found}'"),
    ("unexpected", "SyntaxError: Unexpected identifier '{found}'"),
    ("bad-token", "SyntaxError: Invalid or unexpected token"),
    ("defined-twice", "SyntaxError: Identifier '{name}' has already been declared"),
    ("import-in-script", "SyntaxError: Cannot use import statement outside a module"),
    ("no-module", "Error: Cannot find module '{name}'"),
    ("undeclared", "ReferenceError: {name} is not defined"),
];
