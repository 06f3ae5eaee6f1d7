{ A player for Reversi by Ludoteka's line protocol.

  Compile:  fpc -O2 player.pas
  Run:      printf 'reversi forced 2 60000 0 1\nf5\n' | ./player

  The first line ends with the side to play, 1 (black) or 2 (white), the time for the game and for a
  move, and the number of moves made already. These moves follow, one in each line. After that, the
  player writes a move for each line that it reads.

  `Choose` and `Value` select a legal move in a simple way. Replace them with your own. }

{$mode objfpc}
program Player;

const
  Size = 8;
  Pass = '-';

var
  { 1 and 2 are discs; 0 is a free square, or one around the board. }
  Board: array[0..Size + 1, 0..Size + 1] of Integer;

{ How many of the other side's discs this move turns in one direction. Turns them if `Wanted`. }
function TurnedTowards(Column, Row, Across, Down, Side: Integer; Wanted: Boolean): Integer;
var
  I: Integer;
begin
  Result := 0;
  while Board[Row + (Result + 1) * Down, Column + (Result + 1) * Across] = 3 - Side do Inc(Result);
  if Board[Row + (Result + 1) * Down, Column + (Result + 1) * Across] <> Side then Exit(0);
  if Wanted then
    for I := 1 to Result do Board[Row + I * Down, Column + I * Across] := Side;
end;

function Turned(Column, Row, Side: Integer; Wanted: Boolean): Integer;
var
  Across, Down: Integer;
begin
  Result := 0;
  for Down := -1 to 1 do
    for Across := -1 to 1 do Result := Result + TurnedTowards(Column, Row, Across, Down, Side, Wanted);
end;

function Legal(Column, Row, Side: Integer): Boolean;
begin
  Result := (Board[Row, Column] = 0) and (Turned(Column, Row, Side, False) > 0);
end;

procedure Put(Column, Row, Side: Integer);
begin
  Turned(Column, Row, Side, True);
  Board[Row, Column] := Side;
end;

{ Plays a move by its name. }
procedure Play(const Name: string; Side: Integer);
begin
  if (Name <> Pass) and (Length(Name) = 2) then
    Put(Ord(Name[1]) - Ord('a') + 1, Ord(Name[2]) - Ord('0'), Side);
end;

function CountMoves(Side: Integer): Integer;
var
  Column, Row: Integer;
begin
  Result := 0;
  for Row := 1 to Size do
    for Column := 1 to Size do
      if Legal(Column, Row, Side) then Inc(Result);
end;

{ The value of a move: a corner is best; of other moves, one with fewer answers is better. }
function Value(Column, Row, Side: Integer): Integer;
var
  Saved: array[0..Size + 1, 0..Size + 1] of Integer;
begin
  Saved := Board;
  Put(Column, Row, Side);
  Result := -CountMoves(3 - Side);
  Board := Saved;
  if (Column in [1, Size]) and (Row in [1, Size]) then Result := Result + 100;
end;

{ The move with the highest value; if there are several, the first; a pass if there is no other. }
function Choose(Side: Integer): string;
var
  Column, Row, Highest: Integer;
begin
  Result := Pass;
  Highest := -MaxInt;
  for Row := 1 to Size do
    for Column := 1 to Size do
      if Legal(Column, Row, Side) and (Value(Column, Row, Side) > Highest) then
      begin
        Highest := Value(Column, Row, Side);
        Result := Chr(Ord('a') + Column - 1) + Chr(Ord('0') + Row);
      end;
end;

var
  Name: string;
  Character: Char;
  Us, Made, I: Integer;
  GameMs, MoveMs: Int64;
begin
  if Eof then Exit;
  repeat Read(Character) until (Character = ' ') or Eof; { reversi }
  repeat Read(Character) until (Character = ' ') or Eof; { forced }
  ReadLn(Us, GameMs, MoveMs, Made);
  Board[4, 4] := 2;
  Board[4, 5] := 1;
  Board[5, 4] := 1;
  Board[5, 5] := 2;
  for I := 1 to Made do
  begin
    if Eof then Exit;
    ReadLn(Name);
    Play(Name, 2 - I mod 2);
  end;
  repeat
    Name := Choose(Us);
    Play(Name, Us);
    WriteLn(Name);
    Flush(Output);
    if Eof then Break;
    ReadLn(Name);
    Play(Name, 3 - Us);
  until False;
end.
