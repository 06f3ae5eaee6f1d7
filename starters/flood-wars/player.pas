{ A player for Flood Wars, by the contest's rules: each process reads a board and makes one move.

  Compile:  fpc -O2 player.pas
  Run:      printf 'J\n.#+@\n@.+*\n#@#.\n' | ./player

  `Choose` selects a legal move in a simple way. Replace it with your own. }

{$mode objfpc}
program Player;

const
  Longest = 50;
  Colours: array[1..5] of Char = ('@', '#', '+', '.', '*');

type
  { Squares of no colour surround the board; the first line is its top. }
  Squares = array[0..Longest + 1, 0..Longest + 1] of Char;

var
  Board: Squares;
  Rows, Columns: Integer;

{ Changes the colour of the piece that contains this square, and returns the size of the piece. }
function Flood(Row, Column: Integer; Before, After: Char): Integer;
begin
  if Board[Row, Column] <> Before then Exit(0);
  Board[Row, Column] := After;
  Result := 1 + Flood(Row - 1, Column, Before, After) + Flood(Row + 1, Column, Before, After)
              + Flood(Row, Column - 1, Before, After) + Flood(Row, Column + 1, Before, After);
end;

{ The size of the territory in this corner after it takes a colour. }
function SizeAfter(Row, Column: Integer; Colour: Char): Integer;
var
  Saved: Squares;
begin
  Saved := Board;
  Flood(Row, Column, Board[Row, Column], Colour);
  Result := Flood(Row, Column, Colour, '!');
  Board := Saved;
end;

{ The colour that makes our territory the largest; if there are several, the first. }
function Choose(Row, Column: Integer; Ours, Theirs: Char): Char;
var
  Colour: Char;
  Size, Largest: Integer;
begin
  Largest := 0;
  for Colour in Colours do
    if (Colour <> Ours) and (Colour <> Theirs) then
    begin
      Size := SizeAfter(Row, Column, Colour);
      if Size <= Largest then Continue;
      Largest := Size;
      Result := Colour;
    end;
end;

procedure ReadBoard;
var
  Line: string;
  Column: Integer;
begin
  while not SeekEof do
  begin
    ReadLn(Line);
    Inc(Rows);
    Columns := Length(Line);
    for Column := 1 to Columns do Board[Rows, Column] := Line[Column];
  end;
end;

procedure WriteBoard;
var
  Row, Column: Integer;
begin
  for Row := 1 to Rows do
  begin
    for Column := 1 to Columns do Write(Board[Row, Column]);
    WriteLn;
  end;
end;

var
  Us: string;
begin
  ReadLn(Us);
  ReadBoard;
  if Rows = 0 then Exit;
  if Us = 'J' then
  begin
    Flood(Rows, 1, Board[Rows, 1], Choose(Rows, 1, Board[Rows, 1], Board[1, Columns]));
    WriteLn('S');
  end
  else
  begin
    Flood(1, Columns, Board[1, Columns], Choose(1, Columns, Board[1, Columns], Board[Rows, 1]));
    WriteLn('J');
  end;
  WriteBoard;
end.
