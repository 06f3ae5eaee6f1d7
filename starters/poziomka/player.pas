{ A player for Poziomka. It plays Right: it reads Left's moves, one in each line, and answers each with a line.

  Compile:  fpc -O2 -Sm -dPOLA:=4 -dWIERSZE:=10 -dKOLUMNY:=7 player.pas
  Run:      printf -- '-\nBe\n' | ./player

  `Choose` selects a legal move in a simple way. Replace it with your own. }

{$mode objfpc}{$macro on}
program Player;

{$ifndef POLA}{$define POLA := 5}{$endif}
{$ifndef WIERSZE}{$define WIERSZE := 26}{$endif}
{$ifndef KOLUMNY}{$define KOLUMNY := 26}{$endif}

type
  Side = (Left, Right);

var
  Taken: array[1..WIERSZE, 1..KOLUMNY] of Boolean;

{ A block is given by its first square. Left's go down from there, Right's to the right. }
function Fits(Row, Column: Integer; Who: Side): Boolean;
var
  I, Down, Across: Integer;
begin
  Down := Ord(Who = Left);
  Across := Ord(Who = Right);
  if (Row < 1) or (Row + (POLA - 1) * Down > WIERSZE) then Exit(False);
  if (Column < 1) or (Column + (POLA - 1) * Across > KOLUMNY) then Exit(False);
  for I := 0 to POLA - 1 do
    if Taken[Row + I * Down, Column + I * Across] then Exit(False);
  Result := True;
end;

procedure Put(Row, Column: Integer; Who: Side);
var
  I: Integer;
begin
  for I := 0 to POLA - 1 do
    if Who = Left then Taken[Row + I, Column] := True
    else Taken[Row, Column + I] := True;
end;

{ How many moves Right's block here takes from Left, minus how many it takes from Right. }
function Gain(Row, Column: Integer): Integer;
var
  R, C: Integer;
begin
  Result := 0;
  for C := Column to Column + POLA - 1 do
    for R := Row - POLA + 1 to Row do
      if Fits(R, C, Left) then Inc(Result);
  for C := Column - POLA + 1 to Column + POLA - 1 do
    if Fits(Row, C, Right) then Dec(Result);
end;

{ The move with the highest gain; if there are several, the first; False if there is no move. }
function Choose(out BestRow, BestColumn: Integer): Boolean;
var
  Row, Column, Value, Highest: Integer;
begin
  Result := False;
  Highest := 0;
  BestRow := 0;
  BestColumn := 0;
  for Row := 1 to WIERSZE do
    for Column := 1 to KOLUMNY do
      if Fits(Row, Column, Right) then
      begin
        Value := Gain(Row, Column);
        if Result and (Value <= Highest) then Continue;
        Result := True;
        Highest := Value;
        BestRow := Row;
        BestColumn := Column;
      end;
end;

var
  Line: string;
  Row, Column: Integer;
begin
  while not Eof do
  begin
    ReadLn(Line);
    if Line = '.' then Break;
    if Line <> '-' then
    begin
      if Length(Line) < 2 then Break;
      Column := Ord(Line[1]) - Ord('A') + 1;
      Row := Ord(Line[2]) - Ord('a') + 1;
      if not Fits(Row, Column, Left) then Halt(1); { not a legal move }
      Put(Row, Column, Left);
    end;
    if not Choose(Row, Column) then
    begin
      WriteLn('.');
      Break;
    end;
    Put(Row, Column, Right);
    WriteLn(Chr(Ord('a') + Row - 1), Chr(Ord('A') + Column - 1));
    Flush(Output);
  end;
end.
