{ A player for Gangsters by the tournament's interface: one process plays one side of one game.

  Compile:  fpc -O2 player.pas
  Run:      printf '60000\n5 5\n1\n3 3\n0\n0\n' | ./player

  `Choose` and `Value` select a legal move in a simple way. Replace them with your own. }

{$mode objfpc}
program Player;

type
  Square = record
    Column, Row: Integer;
  end;

  { Directions are numbered clockwise from straight up. A move that parks the box has no car. }
  Move = record
    Box: Integer;
    Parks: Boolean;
    From: Square;
    Car: Integer;
  end;

const
  Across: array[0..7] of Integer = (0, 1, 1, 1, 0, -1, -1, -1);
  Up: array[0..7] of Integer = (1, 1, 0, -1, -1, -1, 0, 1);
  NoMove = -MaxInt;

var
  { '1' and '2' are cars of red and green, '$' the box, '#' pillars and the edge, '.' free squares. }
  Board: array[0..27, 0..27] of Char;
  Columns, Rows, Us, Limit: Integer;
  Box: Square;
  OurCar: Char;
  Best: Move;
  Highest: Integer;

function CanMove(At: Square; Direction: Integer): Boolean;
begin
  Result := Board[At.Row + Up[Direction], At.Column + Across[Direction]] = '.';
end;

{ The square where a piece stops if it slides from this square. }
function Slide(At: Square; Direction: Integer): Square;
begin
  while CanMove(At, Direction) do
  begin
    At.Column := At.Column + Across[Direction];
    At.Row := At.Row + Up[Direction];
  end;
  Result := At;
end;

procedure Shift(From, Rest: Square);
var
  Piece: Char;
begin
  Piece := Board[From.Row, From.Column];
  Board[From.Row, From.Column] := '.';
  Board[Rest.Row, Rest.Column] := Piece;
  if Piece = '$' then Box := Rest;
end;

function CarPark(Who: Integer): Integer;
begin
  if Who = 1 then Result := 1 else Result := Rows;
end;

{ Whether the box can slide into this player's car park. }
function CanPark(Who: Integer): Boolean;
var
  Direction: Integer;
begin
  for Direction := 0 to 7 do
    if CanMove(Box, Direction) and (Slide(Box, Direction).Row = CarPark(Who)) then Exit(True);
  Result := False;
end;

{ How good the board is for us after our move. }
function Value: Integer;
begin
  if Box.Row = CarPark(Us) then Exit(1000);
  if Box.Row = CarPark(3 - Us) then Exit(-1000);
  if CanPark(3 - Us) then Exit(-100);
  Result := -Abs(Box.Row - CarPark(Us));
  if CanPark(Us) then Result := Result + 50;
end;

procedure Consider(const Candidate: Move);
var
  Now: Integer;
begin
  Now := Value;
  if Now <= Highest then Exit;
  Highest := Now;
  Best := Candidate;
end;

{ Considers every move of our cars after the box has moved. }
procedure ConsiderCars(Candidate: Move);
var
  Row, Column, Direction: Integer;
  Rest: Square;
begin
  for Row := 1 to Rows do
    for Column := 1 to Columns do
      if Board[Row, Column] = OurCar then
      begin
        Candidate.From.Row := Row;
        Candidate.From.Column := Column;
        for Direction := 0 to 7 do
          if CanMove(Candidate.From, Direction) then
          begin
            Candidate.Car := Direction;
            Rest := Slide(Candidate.From, Direction);
            Shift(Candidate.From, Rest);
            Consider(Candidate);
            Shift(Rest, Candidate.From);
          end;
      end;
end;

{ Puts the first move with the highest value into Best; False if there is no move. }
function Choose: Boolean;
var
  Direction: Integer;
  Candidate: Move;
  Start, Rest: Square;
begin
  Highest := NoMove;
  Start := Box;
  for Direction := 0 to 7 do
    if CanMove(Start, Direction) then
    begin
      Rest := Slide(Start, Direction);
      Candidate := Default(Move);
      Candidate.Box := Direction;
      Candidate.Parks := (Rest.Row = 1) or (Rest.Row = Rows);
      Shift(Start, Rest);
      if Candidate.Parks then Consider(Candidate) else ConsiderCars(Candidate);
      Shift(Rest, Start);
    end;
  Result := Highest > NoMove;
end;

procedure Play(const M: Move);
begin
  Shift(Box, Slide(Box, M.Box));
  if not M.Parks then Shift(M.From, Slide(M.From, M.Car));
end;

{ False if the input ends too early. }
function ReadSetup: Boolean;
var
  Time: Int64;
  Pillars, I, Column, Row: Integer;
begin
  ReadLn(Time);
  ReadLn(Columns, Rows);
  ReadLn(Us);
  ReadLn(Box.Column, Box.Row);
  ReadLn(Limit);
  if Eof then Exit(False);
  ReadLn(Pillars);
  FillChar(Board, SizeOf(Board), '#');
  for Row := 1 to Rows do
    for Column := 1 to Columns do
      if Row = 1 then Board[Row, Column] := '1'
      else if Row = Rows then Board[Row, Column] := '2'
      else Board[Row, Column] := '.';
  Board[Box.Row, Box.Column] := '$';
  for I := 1 to Pillars do
  begin
    if Eof then Exit(False);
    ReadLn(Column, Row);
    Board[Row, Column] := '#';
  end;
  OurCar := Chr(Ord('0') + Us);
  Result := True;
end;

var
  Made: Integer = 0;
  Theirs: Move;
  TimeLeft: Int64;
begin
  if not ReadSetup then Exit;
  Theirs := Default(Move);
  repeat
    if (Made > 0) or (Us = 2) then
    begin
      if SeekEof then Break;
      ReadLn(TimeLeft);
      if SeekEof then Break;
      ReadLn(Theirs.Box, Theirs.From.Column, Theirs.From.Row, Theirs.Car);
      Play(Theirs);
    end;
    if not Choose or ((Limit > 0) and (Made = Limit)) then Break;
    Play(Best);
    Inc(Made);
    Write(Best.Box);
    if not Best.Parks then Write(' ', Best.From.Column, ' ', Best.From.Row, ' ', Best.Car);
    WriteLn;
    Flush(Output);
  until Best.Parks;
end.
