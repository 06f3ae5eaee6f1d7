{ A player for m,n,k-games by Ludoteka's line protocol.

  Compile:  fpc -O2 player.pas
  Run:      printf 'mnk 3 3 3 2 60000 0 1\na1\n' | ./player

  The first line gives the number of rows and columns, and how many stones in a line win; the side
  to play, 1 or 2; the time for the game and for a move; and the number of moves made already. These
  moves follow, one in each line. After that, the player writes a move for each line that it reads.

  `Choose` and `Value` select a legal move in a simple way. Replace them with your own. }

{$mode objfpc}
program Player;

const
  Longest = 400; { A board has at most 400 squares, perhaps all of them in one row or column. }
  Win = 100000000;
  Across: array[1..4] of Integer = (1, 0, 1, 1);
  Down: array[1..4] of Integer = (0, 1, 1, -1);

var
  { Stones, 1 or 2; 0 is a free square, or one around the board. }
  Board: array[0..Longest + 1, 0..Longest + 1] of Integer;
  Rows, Columns, K, Us: Integer;

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

function DistanceFromMiddle(Column, Row: Integer): Integer;
begin
  Result := Abs(2 * Column - Columns - 1) + Abs(2 * Row - Rows - 1);
end;

{ Chooses a free square: one that wins; if there is none, one that stops the other side from
  winning; if there is none, the most valuable one for both sides together. Among equals, it takes
  the one nearest to the middle. False if the board is full. }
function Choose(out BestColumn, BestRow: Integer): Boolean;
var
  Column, Row, Sum, Highest, Distance, Nearest: Integer;
begin
  BestColumn := 0;
  BestRow := 0;
  Highest := -1;
  Nearest := 0;
  for Row := 1 to Rows do
    for Column := 1 to Columns do
    begin
      if Board[Row, Column] <> 0 then Continue;
      Sum := 2 * Value(Column, Row, Us) + Value(Column, Row, 3 - Us);
      Distance := DistanceFromMiddle(Column, Row);
      if (Sum < Highest) or (Sum = Highest) and (Distance >= Nearest) then Continue;
      Highest := Sum;
      Nearest := Distance;
      BestColumn := Column;
      BestRow := Row;
    end;
  Result := Highest >= 0;
end;

{ Reads a square by its name: its column, from a to z, then aa, ab and so on, and its row. }
procedure ReadSquare(out Column, Row: Integer);
var
  Name: string;
begin
  ReadLn(Name);
  Column := 0;
  while (Name <> '') and (Name[1] in ['a'..'z']) do
  begin
    Column := 26 * Column + Ord(Name[1]) - Ord('a') + 1;
    Delete(Name, 1, 1);
  end;
  Val(Name, Row);
end;

procedure WriteSquare(Column, Row: Integer);
begin
  if Column > 26 then Write(Chr(Ord('a') + (Column - 1) div 26 - 1));
  WriteLn(Chr(Ord('a') + (Column - 1) mod 26), Row);
  Flush(Output);
end;

var
  Letter: Char;
  Made, I, Column, Row: Integer;
  GameMs, MoveMs: Int64;
begin
  repeat
    if Eof then Exit;
    Read(Letter);
  until Letter = ' '; { mnk }
  ReadLn(Rows, Columns, K, Us, GameMs, MoveMs, Made);
  for I := 1 to Made do
  begin
    if Eof then Exit;
    ReadSquare(Column, Row);
    Board[Row, Column] := 2 - I mod 2;
  end;
  while Choose(Column, Row) do
  begin
    Board[Row, Column] := Us;
    WriteSquare(Column, Row);
    if Eof then Break;
    ReadSquare(Column, Row);
    Board[Row, Column] := 3 - Us;
  end;
end.
