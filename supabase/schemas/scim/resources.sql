-- SCIM resources as they are read: people and groups, one or a page of what a filter finds.

-- # Rules

create function private.scim_time(moment timestamptz)
returns text
language sql
immutable
set search_path = ''
as $$
  select to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
comment on function private.scim_time is 'A moment as SCIM writes it, so that texts in order are moments in order.';

create function private.scim_versioned(resource jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_set(resource, '{meta,version}', to_jsonb(md5(resource::text)))
$$;
comment on function private.scim_versioned is 'A resource with its version: the digest of all that it shows.';

create function private.scim_user(person private.scim_people)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.scim_versioned(person.attributes
    || case when person.external_id is null then '{}' else jsonb_build_object('externalId', person.external_id) end
    || jsonb_build_object(
      'id', person.id::text, 'userName', person.user_name, 'active', person.active,
      'groups', coalesce((
        select jsonb_agg(jsonb_build_object('value', t.id::text, 'display', t.name, 'type', 'direct') order by t.id)
        from private.scim_group_people g join public.teams t on t.id = g.team_id where g.person_id = person.id), '[]'),
      'meta', jsonb_build_object('resourceType', 'User', 'created', private.scim_time(person.created_at),
        'lastModified', private.scim_time(person.updated_at))))
$$;
comment on function private.scim_user is 'Somebody as SCIM shows them.';

create function private.scim_group(team public.teams, with_members boolean)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select (private.scim_versioned(shown.resource || jsonb_build_object('digest', shown.digest)) - 'digest')
    || case when with_members then jsonb_build_object('members', coalesce((
      select jsonb_agg(jsonb_build_object('value', g.person_id::text, 'type', 'User') order by g.person_id)
      from private.scim_group_people g where g.team_id = team.id), '[]')) else '{}' end
  from (
    select jsonb_build_object('id', team.id::text, 'displayName', team.name,
      'meta', jsonb_build_object('resourceType', 'Group', 'created', private.scim_time(team.created_at),
        'lastModified', private.scim_time(greatest(team.updated_at, g.updated_at))))
      || case when g.external_id is null then '{}' else jsonb_build_object('externalId', g.external_id) end as resource,
      (select md5(string_agg(p.person_id::text, ',' order by p.person_id)) from private.scim_group_people p where p.team_id = team.id) as digest
    from (values (1)) one left join private.scim_groups g on g.team_id = team.id
  ) shown
$$;
comment on function private.scim_group is 'A team as SCIM shows it, with or without its members; the version is of both.';

create function private.scim_folded(resource jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  -- Names of attributes have no case in SCIM, and most values neither. Those that do stand as they are.
  select lower(resource::text)::jsonb || jsonb_build_object('id', resource -> 'id', 'externalid', resource -> 'externalId')
$$;
comment on function private.scim_folded is 'A resource as filters compare it.';

create function private.scim_person(host_id bigint, id text)
returns private.scim_people
language plpgsql
security definer
set search_path = ''
as $$
declare
  person private.scim_people;
begin
  if id ~ '^[1-9][0-9]{0,17}$' then
    select * into person from private.scim_people p
    where p.id = scim_person.id::bigint and p.workspace_id = host_id and p.deleted_at is null;
  end if;
  if person.id is null then
    perform private.problem('scim_user_not_found');
  end if;
  return person;
end
$$;
comment on function private.scim_person is 'Somebody by their SCIM id, in the workspace that asks; 404 for everybody else.';

create function private.scim_team(host_id bigint, id text)
returns public.teams
language plpgsql
security definer
set search_path = ''
as $$
declare
  team public.teams;
begin
  if id ~ '^[1-9][0-9]{0,17}$' then
    select * into team from public.teams t where t.id = scim_team.id::bigint and t.workspace_id = host_id;
  end if;
  if team.id is null then
    perform private.problem('scim_group_not_found');
  end if;
  return team;
end
$$;
comment on function private.scim_team is 'A team by its SCIM id, in the workspace that asks; 404 for every other.';

-- # Calls

create function public.svc_scim_user(p_token text, p_id text)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.scim_user(private.scim_person(private.scim_host(p_token), p_id))
$$;
comment on function public.svc_scim_user is 'Somebody by their SCIM id.';

create function public.svc_scim_group(p_token text, p_id text, p_with_members boolean default true)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.scim_group(private.scim_team(private.scim_host(p_token), p_id), p_with_members)
$$;
comment on function public.svc_scim_group is 'A group by its SCIM id.';

create function public.svc_scim_users(p_token text, p_query jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
-- Planned anew for what is asked: by name, address and id there are indexes.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  host_id constant bigint := private.scim_host(p_token);
  path constant jsonpath := p_query ->> 'path';
  sort_path constant jsonpath := p_query ->> 'sort';
  vars constant jsonb := coalesce(p_query -> 'vars', '{}');
  descends constant boolean := coalesce((p_query ->> 'descending')::boolean, false);
  by_name constant text := lower(normalize(p_query #>> '{exact,username}'));
  by_external_id constant text := p_query #>> '{exact,externalid}';
  by_id constant text := p_query #>> '{exact,id}';
  answer jsonb;
begin
  with candidates as materialized (
    select p.id, case when path is not null or sort_path is not null then private.scim_folded(private.scim_user(p)) end as folded
    from private.scim_people p
    where p.workspace_id = host_id and p.deleted_at is null
      and (by_name is null or lower(normalize(p.user_name)) = by_name)
      and (by_external_id is null or p.external_id = by_external_id)
      and (by_id is null or p.id = case when by_id ~ '^[1-9][0-9]{0,17}$' then by_id::bigint end)
  ), matched as (
    select c.id, case when sort_path is not null then jsonb_path_query_first(c.folded, sort_path, '{}', true) #>> '{}' end as sorted
    from candidates c
    where path is null or jsonb_path_match(c.folded, path, vars, true)
  ), page as (
    select m.id, row_number() over (order by
      case when not descends then m.sorted end nulls last, case when descends then m.sorted end desc nulls last, m.id) as place
    from matched m
    order by place
    limit (p_query ->> 'count')::integer offset (p_query ->> 'offset')::bigint
  )
  select jsonb_build_object('total', (select count(*) from matched), 'resources', coalesce((
    select jsonb_agg(private.scim_user(p) order by page.place)
    from page join private.scim_people p on p.id = page.id), '[]'))
  into answer;
  return answer;
end
$$;
comment on function public.svc_scim_users is 'A page of people: {path, vars} a filter as jsonpath over what private.scim_folded makes, with its values apart; {exact} what it says of an index; {sort, descending, offset, count}.';

create function public.svc_scim_groups(p_token text, p_query jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  host_id constant bigint := private.scim_host(p_token);
  path constant jsonpath := p_query ->> 'path';
  sort_path constant jsonpath := p_query ->> 'sort';
  vars constant jsonb := coalesce(p_query -> 'vars', '{}');
  descends constant boolean := coalesce((p_query ->> 'descending')::boolean, false);
  about_members constant boolean := coalesce((p_query ->> 'about_members')::boolean, false);
  by_id constant text := p_query #>> '{exact,id}';
  answer jsonb;
begin
  with candidates as materialized (
    select t.id, case when path is not null or sort_path is not null then private.scim_folded(private.scim_group(t, about_members)) end as folded
    from public.teams t
    where t.workspace_id = host_id and (by_id is null or t.id = case when by_id ~ '^[1-9][0-9]{0,17}$' then by_id::bigint end)
  ), matched as (
    select c.id, case when sort_path is not null then jsonb_path_query_first(c.folded, sort_path, '{}', true) #>> '{}' end as sorted
    from candidates c
    where path is null or jsonb_path_match(c.folded, path, vars, true)
  ), page as (
    select m.id, row_number() over (order by
      case when not descends then m.sorted end nulls last, case when descends then m.sorted end desc nulls last, m.id) as place
    from matched m
    order by place
    limit (p_query ->> 'count')::integer offset (p_query ->> 'offset')::bigint
  )
  select jsonb_build_object('total', (select count(*) from matched), 'resources', coalesce((
    select jsonb_agg(private.scim_group(t, coalesce((p_query ->> 'with_members')::boolean, true)) order by page.place)
    from page join public.teams t on t.id = page.id), '[]'))
  into answer;
  return answer;
end
$$;
comment on function public.svc_scim_groups is 'A page of groups, asked for as public.svc_scim_users; {about_members} where the filter looks at them, {with_members} to be shown.';

-- # Grants

grant execute on function public.svc_scim_user, public.svc_scim_group, public.svc_scim_users, public.svc_scim_groups to service_role;
