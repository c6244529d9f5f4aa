-- Refusals: how a rule says no. Rules answer a reason; these make of it a sentence, or the refusal of a call.

-- # Rules

create function private.sentence(reason text, params jsonb default '{}')
returns text
language plpgsql
stable
strict
security definer
set search_path = ''
as $$
declare
  parts text[];
begin
  -- Text and names take turns, and what is filled in is not looked through for names again.
  select regexp_split_to_array(r.sentence, '[{}]') into parts from private.reasons r where r.reason = sentence.reason;
  if not found then
    raise exception using errcode = 'internal_error', message = format('The catalogue has no reason "%s".', reason);
  end if;
  for place in 2..cardinality(parts) by 2 loop
    if params ->> parts[place] is null then
      raise exception using errcode = 'internal_error', message = format('The reason "%s" came without its "%s".', reason, parts[place]);
    end if;
    parts[place] := params ->> parts[place];
  end loop;
  return array_to_string(parts, '');
end
$$;
comment on function private.sentence is 'A reason in words, for people; null for none. An unknown reason, or a name that is left open, is a mistake of ours and fails.';

create function private.refusal(reason text, field text default null, params jsonb default '{}')
returns private.reasons
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  refused private.reasons;
begin
  select * into refused from private.reasons r where r.reason = refusal.reason and r.code is not null;
  if not found then
    raise exception using errcode = 'internal_error', message = format('The catalogue refuses nothing with "%s".', reason);
  end if;
  refused.sentence := private.sentence(reason, params);
  refused.field := coalesce(refusal.field, refused.field);
  return refused;
end
$$;
comment on function private.refusal is 'What a refusal with a reason says, filled in.';

create function private.problem(reason text, field text default null, params jsonb default '{}')
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  refused constant private.reasons := private.refusal(reason, field, params);
begin
  raise exception using
    errcode = 'PT' || refused.status,
    message = refused.sentence,
    hint = refused.code,
    detail = case when refused.field is null then '' else json_build_object('field', refused.field)::text end;
end
$$;
comment on function private.problem is 'Refuses with a reason of the catalogue: PostgREST answers with its status, the facade with problem+json.';

create function private.require_nothing_against(reason text, field text default null)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if reason is not null then
    perform private.problem(reason, field);
  end if;
end
$$;
comment on function private.require_nothing_against is 'Refuses with what a rule answers; null, nothing is against it, goes on.';

create function private.last_to_change(workspace_id bigint, types text[], about jsonb default '{}')
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select nullif(e.actor_name, '')
    from unnest(types) kind
    cross join lateral (
      select a.id, a.actor_name, a.metadata from public.activity_events a
      where a.workspace_id = last_to_change.workspace_id and a.type = kind order by a.id desc limit 100) e
    where e.metadata @> about
    order by e.id desc limit 1), 'Somebody')
$$;
comment on function private.last_to_change is 'Who did something of these types last, as the latest of the trail has it; about: what its metadata says of what was changed.';

create function private.require_seen(seen jsonb, wanted jsonb, stored jsonb, workspace_id bigint, types text[], about jsonb default '{}')
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  field text;
  value jsonb;
begin
  if jsonb_typeof(seen) not in ('object', 'null') then
    perform private.problem('setting_not_an_object', 'seen');
  end if;
  for field, value in select w.key, w.value from jsonb_each(wanted) w order by w.key loop
    -- An empty text is none.
    if seen ? field and value is distinct from stored -> field
      and nullif(nullif(seen -> field, '""'), 'null') is distinct from nullif(nullif(stored -> field, '""'), 'null') then
      perform private.problem('settings_changed', field, jsonb_build_object('who', private.last_to_change(workspace_id, types, about)));
    end if;
  end loop;
end
$$;
comment on function private.require_seen is 'Refuses what would replace, in a field that the caller saw, what somebody else saved since: seen and wanted name fields and values, stored is what there is now, locked. types and about: how the trail tells of such changes. Who says nothing of what they saw is not asked.';

create function private.answer_problem(reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  refused constant private.reasons := private.refusal(reason);
begin
  perform set_config('response.status', refused.status::text, true);
  return jsonb_build_object('code', 'PT' || refused.status, 'message', refused.sentence, 'hint', refused.code,
    'details', json_build_object('field', refused.field)::text);
end
$$;
comment on function private.answer_problem is 'A refusal with a reason as an answer, in the shape and with the status of PostgREST''s errors: the transaction, and what it counted, stays.';

create function private.ask_again()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  place constant text := tg_argv[0];
  place_id constant bigint := (to_jsonb(old) ->> tg_argv[1])::bigint;
  permission constant text := tg_argv[case when tg_op = 'DELETE' and tg_nargs > 3 then 3 else 2 end];
begin
  case place
    when 'workspace' then perform private.require_in_workspace(place_id, permission);
    when 'project' then perform private.require_in_project(place_id, permission);
    when 'group' then perform private.require_in_group(place_id, permission);
    when 'team' then perform private.require_in_team(place_id, permission);
  end case;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.ask_again is 'A policy judges by what was true when its statement began. Whoever then waited for a row is asked again, once they have it: the arguments are the kind of place (workspace, project, group, team), the column with its id, and the permission (of deleting, where it is another one). Of a project this also refuses what the plan made read-only, which policies do not know.';
