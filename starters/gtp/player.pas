{ A player for m,n,k-games by GTP, the Go Text Protocol, version 2.

  Compile:  fpc -O2 player.pas
  Run:      printf 'boardsize 3\nplay b a1\n7 genmove w\n' | ./player

  Each line is a command, perhaps with a number before it. The answer is `=`, or `?` for an error,
  with the number and a text, and then an empty line.

  `Choose` and `Value` select a legal move in a simple way. Replace them with your own. }

{$mode objfpc}{$H+}
program Player;

const
  Longest = 400;
  Win = 100000000;
  Across: array[1..4] of Integer = (1, 0, 1, 1);
  Down: array[1..4] of Integer = (0, 1, 1, -1);
  Commands: array[1..14] of string = (
    'protocol_version', 'name', 'version', 'known_command', 'list_commands', 'quit', 'boardsize', 'clear_board',
    'komi', 'play', 'genmove', 'time_settings', 'time_left', 'ludoteka-set_parameter');

var
  { Stones, 1 (black) or 2 (white); 0 is a free square, or one around the board. }
  Board: array[0..Longest + 1, 0..Longest + 1] of Integer;
  Rows: Integer = 3;
  Columns: Integer = 3;
  K: Integer = 3;
  { The unread rest of a command, and the command's number. }
  Line, Number: string;

{ The number of this side's stones in an unbroken line beside a square, in one direction. }
function Beside(Column, Row, StepAcross, StepDown, Side: Integer): Integer;
begin
  Result := 0;
  while Board[Row + (Result + 1) * StepDown, Column + (Result + 1) * StepAcross] = Side do Inc(Result);
end;

{ The value of a square for a side: the sum of the squared lengths of all lines through it, or Win. }
function Value(Column, Row, Side: Integer): Integer;
var
  I, Length: Integer;
begin
  Result := 0;
  for I := 1 to 4 do
  begin
    Length := 1 + Beside(Column, Row, Across[I], Down[I], Side) + Beside(Column, Row, -Across[I], -Down[I], Side);
    if Length >= K then Exit(Win);
    Result := Result + Length * Length;
  end;
end;

{ Chooses a free square: one that wins; if there is none, one that stops the other side from
  winning; if there is none, the most valuable one for both sides together. Among equals, it takes
  the first. False if the board is full. }
function Choose(Side: Integer; out BestColumn, BestRow: Integer): Boolean;
var
  Column, Row, Sum, Highest: Integer;
begin
  BestColumn := 0;
  BestRow := 0;
  Highest := 0;
  for Row := 1 to Rows do
    for Column := 1 to Columns do
    begin
      if Board[Row, Column] <> 0 then Continue;
      Sum := 2 * Value(Column, Row, Side) + Value(Column, Row, 3 - Side);
      if Sum <= Highest then Continue;
      Highest := Sum;
      BestColumn := Column;
      BestRow := Row;
    end;
  Result := Highest > 0;
end;

{ The next word of the command, which may be empty. }
function Word: string;
var
  I: Integer;
begin
  while (Line <> '') and (Line[1] <= ' ') do Delete(Line, 1, 1);
  I := 1;
  while (I <= Length(Line)) and (Line[I] > ' ') do Inc(I);
  Result := Copy(Line, 1, I - 1);
  Delete(Line, 1, I - 1);
end;

procedure Answer(Sign: Char; const Text: string);
begin
  Write(Sign, Number);
  if Text <> '' then Write(' ', Text);
  WriteLn;
  WriteLn;
end;

procedure ClearBoard;
begin
  FillChar(Board, SizeOf(Board), 0);
end;

function Known(const Name: string): Boolean;
var
  Command: string;
begin
  Result := False;
  for Command in Commands do
    if Command = Name then Result := True;
end;

{ Reads a number in the range of all parameters; False for any other text. }
function ReadNumber(const Text: string; out N: Integer): Boolean;
var
  Wrong: Integer;
begin
  N := 0;
  if Length(Text) > 3 then Exit(False);
  Val(Text, N, Wrong);
  Result := (Wrong = 0) and (N >= 1) and (N <= Longest);
end;

{ Reads a colour; 0 for any other word. }
function ReadSide: Integer;
begin
  case LowerCase(Word) of
    'b', 'black': Result := 1;
    'w', 'white': Result := 2;
    else Result := 0;
  end;
end;

{ Finds a free square by its name: its column, from a to z, then aa, ab and so on, and its row. }
function FreeSquare(Name: string; out Column, Row: Integer): Boolean;
begin
  Column := 0;
  while (Name <> '') and (Name[1] in ['a'..'z']) and (Column <= Columns) do
  begin
    Column := 26 * Column + Ord(Name[1]) - Ord('a') + 1;
    Delete(Name, 1, 1);
  end;
  Result := ReadNumber(Name, Row) and (Row <= Rows) and (Column >= 1) and (Column <= Columns);
  if Result then Result := Board[Row, Column] = 0;
end;

procedure BoardSize;
var
  R, C: Integer;
  First, Second: string;
begin
  First := Word;
  Second := Word;
  if Second = '' then Second := First;
  if not ReadNumber(First, R) or not ReadNumber(Second, C) then
    Answer('?', 'unacceptable size')
  else
  begin
    Rows := R;
    Columns := C;
    ClearBoard;
    Answer('=', '');
  end;
end;

procedure SetParameter;
var
  Name: string;
  N: Integer;
begin
  Name := Word;
  if not ReadNumber(Word, N) or (Length(Name) <> 1) or (Pos(Name, 'nmk') = 0) then
    Answer('?', 'unacceptable parameter')
  else
  begin
    case Name of
      'n': Rows := N;
      'm': Columns := N;
      'k': K := N;
    end;
    ClearBoard;
    Answer('=', '');
  end;
end;

procedure Play;
var
  Side, Column, Row: Integer;
  Name: string;
begin
  Side := ReadSide;
  Name := Word;
  if Side = 0 then
    Answer('?', 'syntax error')
  else if Name = 'resign' then
    Answer('=', '')
  else if not FreeSquare(Name, Column, Row) then
    Answer('?', 'illegal move')
  else
  begin
    Board[Row, Column] := Side;
    Answer('=', '');
  end;
end;

procedure GenMove;
var
  Side, Column, Row: Integer;
  Name: string;
begin
  Side := ReadSide;
  if Side = 0 then
    Answer('?', 'syntax error')
  else if not Choose(Side, Column, Row) then
    Answer('?', 'the board is full')
  else
  begin
    Board[Row, Column] := Side;
    Str(Row, Name);
    Name := Chr(Ord('a') + (Column - 1) mod 26) + Name;
    if Column > 26 then Name := Chr(Ord('a') + (Column - 1) div 26 - 1) + Name;
    Answer('=', Name);
  end;
end;

procedure ListCommands;
var
  I: Integer;
  Text: string;
begin
  Text := Commands[1];
  for I := 2 to High(Commands) do Text := Text + LineEnding + Commands[I];
  Answer('=', Text);
end;

procedure Obey(const Command: string);
begin
  case Command of
    'protocol_version': Answer('=', '2');
    'name': Answer('=', 'Starter');
    'version': Answer('=', '1');
    'known_command': if Known(Word) then Answer('=', 'true') else Answer('=', 'false');
    'list_commands': ListCommands;
    'boardsize': BoardSize;
    'ludoteka-set_parameter': SetParameter;
    'play': Play;
    'genmove': GenMove;
    'clear_board':
      begin
        ClearBoard;
        Answer('=', '');
      end;
    'quit', 'komi', 'time_settings', 'time_left': Answer('=', '');
    else Answer('?', 'unknown command');
  end;
end;

var
  Command: string;
begin
  repeat
    if Eof then Break;
    ReadLn(Line);
    if Pos('#', Line) > 0 then Delete(Line, Pos('#', Line), Length(Line));
    Number := '';
    Command := Word;
    if Command = '' then Continue;
    if Command[1] in ['0'..'9'] then
    begin
      Number := Command;
      Command := Word;
    end;
    Obey(Command);
    Flush(Output);
  until Command = 'quit';
end.
