set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.letters_of(bytes bytea)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- A byte that is no ASCII is \nnn there, and a backslash two; without those every backslash begins a byte.
  escaped text;
begin
  if position('\x00'::bytea in bytes) = 0 and length(convert_from(bytes, 'UTF8')) = length(bytes) then
    return length(bytes);
  end if;
  escaped := replace(encode(bytes, 'escape'), '\\', '/');
  -- Texts of Postgres hold no zero; those of editors may.
  return length(convert_from(decode(replace(escaped, '\000', '0'), 'escape'), 'UTF8'))
    + (length(escaped) - length(replace(escaped, '\36', ''))) / 3;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_pieces(bytes bytea, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- Of updates of this form: github.com/yjs/yjs, src/utils/encoding.js, src/structs/Item.js, src/utils/DeleteSet.js.
  deleted constant integer := 1;
  letters constant integer := 4;
  skipped constant integer := 10;
  size constant bigint := length(bytes);
  at bigint := 0;
  pieces integer := 0;
  clients bigint;
  structs bigint;
  client bigint;
  clock bigint;
  info integer;
  other bigint;
  other_clock bigint;
  number bigint;
begin
  number := private.varuint(bytes, at); at := at + (number & 15); clients := number >> 4;
  for i in 1..clients loop
    number := private.varuint(bytes, at); at := at + (number & 15); structs := number >> 4;
    number := private.varuint(bytes, at); at := at + (number & 15); client := number >> 4;
    number := private.varuint(bytes, at); at := at + (number & 15); clock := number >> 4;
    pieces := pieces + 1;
    if pieces > most then
      return pieces;
    end if;
    for j in 1..structs loop
      pieces := pieces + 1;
      if pieces > most then
        return pieces;
      end if;
      info := get_byte(bytes, at::integer); at := at + 1;
      if info = skipped then
        number := private.varuint(bytes, at); at := at + (number & 15);
        clock := clock + (number >> 4);
        continue;
      elsif (info & 31) not in (deleted, letters) or info & 32 <> 0 then
        return null;
      end if;
      -- What stands before it and behind it: of the same author's it was written before.
      for neighbour in 1..((info >> 7) + ((info >> 6) & 1)) loop
        number := private.varuint(bytes, at); at := at + (number & 15); other := number >> 4;
        number := private.varuint(bytes, at); at := at + (number & 15); other_clock := number >> 4;
        if other = client and other_clock >= clock then
          return null;
        end if;
      end loop;
      if info & 192 = 0 then
        -- The first letters of the text, by its name: t.
        if substring(bytes from at::integer + 1 for 3) is distinct from '\x010174'::bytea then
          return null;
        end if;
        at := at + 3;
      end if;
      number := private.varuint(bytes, at); at := at + (number & 15); number := number >> 4;
      if number = 0 or number > 16777216 then
        return null;
      end if;
      if info & 31 = letters then
        if number > size - at then
          return null;
        end if;
        clock := clock + private.letters_of(substring(bytes from at::integer + 1 for number::integer));
        at := at + number;
      else
        clock := clock + number;
      end if;
    end loop;
  end loop;
  number := private.varuint(bytes, at); at := at + (number & 15); clients := number >> 4;
  for i in 1..clients loop
    number := private.varuint(bytes, at); at := at + (number & 15);
    number := private.varuint(bytes, at); at := at + (number & 15); structs := number >> 4;
    clock := 0;
    pieces := pieces + 1;
    if pieces > most then
      return pieces;
    end if;
    for j in 1..structs loop
      pieces := pieces + 1;
      if pieces > most then
        return pieces;
      end if;
      number := private.varuint(bytes, at); at := at + (number & 15);
      if number >> 4 < clock then
        return null;
      end if;
      clock := number >> 4;
      number := private.varuint(bytes, at); at := at + (number & 15);
      if number >> 4 = 0 then
        return null;
      end if;
      clock := clock + (number >> 4);
    end loop;
  end loop;
  return case when at = size then pieces end;
exception when array_subscript_error or numeric_value_out_of_range or character_not_in_repertoire then
  return null;
end
$function$;

COMMENT ON FUNCTION "private"."letters_of"(bytea) IS 'Of how many letters a text (UTF-8) is as JavaScript counts them (UTF-16): one of four bytes is two. character_not_in_repertoire for bytes that are no UTF-8.';

REVOKE ALL ON FUNCTION "private"."letters_of"(bytea) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."letters_of"(bytea) TO "postgres";
