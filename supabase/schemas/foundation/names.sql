-- Names and addresses: which characters they may have, wherever somebody writes them. What cannot be seen makes two things look alike.

-- # Rules

create function private.has_unseen(written text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- Flags of regions are a black flag, tags that nobody sees, and the tag that ends them.
  select regexp_replace(written, '\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f', '', 'g')
    ~ '[\x01-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]'
$$;
comment on function private.has_unseen is 'Whether a text holds what a line of text does not need and nobody sees: control characters, marks that turn the reading direction, fillers, blanks without a width. Joiners and selectors of variants are no such: emoji and many scripts are written with them.';

create function private.is_name(written text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select not private.has_unseen(written)
    -- Beside blanks, joiners and selectors there is something.
    and written ~ '[^\s\u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]'
    -- A joiner joins what stands before it.
    and written !~ '(^|[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200c\u200d])[\u200c\u200d]'
$$;
comment on function private.is_name is 'Whether people can be shown a text as a name: at least one character that is seen, and none that is not (see private.has_unseen). Joiners stay inside words.';

create function private.is_plain_address(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select not private.has_unseen(address)
    and address !~ '[\u0085\u00a0\u1680\u2000-\u200d\u202f\u205f\u3000\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff]'
$$;
comment on function private.is_plain_address is 'Whether an address (of the web, or of a mailbox) can be read as what it is: nothing that nobody sees, no joiners, no other blanks than the plain one.';

create function private.keep_names()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  place text;
  given text;
begin
  foreach place in array tg_argv loop
    given := to_jsonb(new) ->> place;
    -- Whether there may be none is the column's own rule.
    if btrim(given) <> '' and (tg_op = 'INSERT' or given is distinct from to_jsonb(old) ->> place) and not private.is_name(given) then
      perform private.problem('name_not_readable', place);
    end if;
  end loop;
  return new;
end
$$;
comment on function private.keep_names is 'Refuses names that cannot be read, in the columns that its arguments name. Those that were there before stay until they are changed.';

create function private.keep_addresses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  place text;
  given text;
begin
  foreach place in array tg_argv loop
    given := to_jsonb(new) ->> place;
    if (tg_op = 'INSERT' or given is distinct from to_jsonb(old) ->> place) and not private.is_plain_address(given) then
      perform private.problem('address_invalid', place);
    end if;
  end loop;
  return new;
end
$$;
comment on function private.keep_addresses is 'Refuses web addresses that are not plain, in the columns that its arguments name. Those that were there before stay until they are changed.';
