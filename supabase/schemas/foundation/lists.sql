-- Lists: pages of one, what is searched for in one, and many changes in one call.

-- # Tables

create type public.bulk_result as (key jsonb, ok boolean, code text, status integer, message text, field text, value jsonb);
comment on type public.bulk_result is 'How one item of a call for many went: which one it is (an id or an address) and, where it failed, why in the terms of the error catalogue; else what came of it.';

create type public.bulk_answer as (results public.bulk_result[], succeeded bigint, failed bigint);
comment on type public.bulk_answer is 'The answer of every call for many: of each item, in order, how it went.';

-- # Rules

create function private.require_few(items integer, fewest integer, reason text, field text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if coalesce(items, 0) not between fewest and 500 then
    perform private.problem(reason, field);
  end if;
end
$$;
comment on function private.require_few is 'Refuses a call for more than 500 at once, or for fewer than it needs.';

create function private.bulk_success(key jsonb, value jsonb default null)
returns public.bulk_result
language sql
immutable
set search_path = ''
as $$
  select row(key, true, null, null, null, null, value)::public.bulk_result
$$;
comment on function private.bulk_success is 'An item that went through, with what came of it.';

create function private.bulk_failure(key jsonb, state text, message text, hint text, detail text)
returns public.bulk_result
language plpgsql
stable
set search_path = ''
as $$
declare
  refused private.reasons;
begin
  if state like 'PT%' then
    return row(key, false, hint, substr(state, 3)::integer, message, case when detail like '{%' then detail::jsonb ->> 'field' end, null)::public.bulk_result;
  -- A value that is none, or a constraint: its own words would show the row.
  elsif state ~ '^2[23]' then
    refused := private.refusal(case state when '23505' then 'item_conflict' else 'item_invalid' end);
    return row(key, false, refused.code, refused.status, refused.sentence, null, null)::public.bulk_result;
  end if;
  raise exception using errcode = state, message = message, hint = hint, detail = detail;
end
$$;
comment on function private.bulk_failure is 'What an exception means for its item. One that is neither a refusal nor about what was sent goes on.';

create function private.bulk_answer(results public.bulk_result[])
returns public.bulk_answer
language sql
immutable
set search_path = ''
as $$
  select row(results, count(*) filter (where r.ok), count(*) filter (where not r.ok))::public.bulk_answer
  from unnest(results) r
$$;
comment on function private.bulk_answer is 'Counts how many items of a call for many went through. Such a call loops over its items; each is all or nothing.';

create function private.like_pattern(search text)
returns text
language sql
immutable
as $$
  select '%' || regexp_replace(btrim(search), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.like_pattern is 'A text as it is, anywhere in another.';

create function private.page_size(wanted integer, usual integer, most integer)
returns integer
language sql
immutable
as $$
  select least(greatest(coalesce(wanted, usual), 1), most)
$$;
comment on function private.page_size is 'How many rows a page has: what is asked for, at least one, at most what the list allows.';
