-- Provisioning: what an identity provider changes. The token acts as an admin of its workspace: it gives nothing above, and
-- touches nobody above.

-- # Rules

create function private.require_scim_version(resource jsonb, expected text[])
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not (resource #>> '{meta,version}' = any (expected)) then
    perform private.problem('scim_version_changed');
  end if;
end
$$;
comment on function private.require_scim_version is 'Refuses (412) where a resource is no longer what the caller saw; null expects nothing.';

create function private.scim_role_of(given text)
returns public.workspace_role
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if given is not null and given not in ('guest', 'viewer', 'maker', 'admin') then
    perform private.problem('scim_role_not_given', 'roles');
  end if;
  return given::public.workspace_role;
end
$$;
comment on function private.scim_role_of is 'A role that an identity provider may give; refuses those above admin, and what is none.';

create function private.link_provisioned(person private.scim_people)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id from public.workspace_members m
  where m.workspace_id = person.workspace_id and m.user_id = private.account_of(person.email)
    and not exists (
      select 1 from private.scim_people other
      where other.workspace_id = person.workspace_id and other.user_id = m.user_id and other.deleted_at is null)
$$;
comment on function private.link_provisioned is 'The member who proved the address of somebody new, where no other row is theirs.';

create function private.follow_scim_role(person private.scim_people)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
begin
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = person.workspace_id and m.user_id = person.user_id
  for update;
  -- Who is above an admin stays what they are, whatever is said.
  if theirs is null or person.role is null or theirs = person.role or theirs > 'admin' then
    return;
  end if;
  perform private.gate_seats(person.workspace_id, private.seats_taken(theirs, person.role));
  update public.workspace_members m set role = person.role where m.workspace_id = person.workspace_id and m.user_id = person.user_id;
end
$$;
comment on function private.follow_scim_role is 'Gives a member the role that the identity provider says, up to admin and inside the plan''s seats.';

create function private.gate_provisioned(person private.scim_people)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  becomes constant public.workspace_role := coalesce(person.role, (
    select c.default_role from private.scim_connections c where c.workspace_id = person.workspace_id));
  seat constant text := case when becomes = 'guest' then 'guests' else 'members' end;
begin
  -- Their own row is among those that wait.
  if private.scim_awaits(person) then
    perform private.feature_gate(person.workspace_id, seat, greatest(coalesce(private.feature_pending(person.workspace_id, seat), 0), 1));
  end if;
end
$$;
comment on function private.gate_provisioned is 'A seat is there for who is let in (402): those that invitations and other provisioned people will take are taken.';

create function private.log_scim(workspace_id bigint, change text, person private.scim_people, client text, was private.scim_people default null)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity_of(workspace_id, 'workspace.scim.user_' || change, null, client,
    jsonb_strip_nulls(jsonb_build_object('email', person.email, 'role', person.role, 'via', 'scim',
      'changes', case when was.id is not null then
        private.told_changes(to_jsonb(was), to_jsonb(person), array['user_name', 'email', 'external_id', 'role', 'active']) end,
      -- Their telephone number or manager is theirs: of such details the names are told, without values.
      'details', (
        select jsonb_agg(detail order by detail) from jsonb_object_keys(was.attributes || person.attributes) detail
        where was.attributes -> detail is distinct from person.attributes -> detail))))
$$;
comment on function private.log_scim is 'One event of somebody whom the identity provider changed, with what they were before where they were there.';

create function private.require_scim_person(person jsonb, host_id bigint, own_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if coalesce(length(person ->> 'user_name'), 0) not between 1 and 255 or not private.is_name(person ->> 'user_name') then
    perform private.problem('scim_user_name_invalid', 'userName');
  end if;
  if length(person ->> 'external_id') > 255 or length((person -> 'attributes')::text) > 20000 then
    perform private.problem('scim_value_too_long');
  end if;
  if exists (
    select 1 from private.scim_people p
    where p.workspace_id = host_id and p.deleted_at is null and p.id is distinct from own_id
      and (lower(normalize(p.user_name)) = lower(normalize(person ->> 'user_name')) or p.email = lower(btrim(person ->> 'email')))) then
    perform private.problem('scim_user_taken');
  end if;
end
$$;
comment on function private.require_scim_person is 'Refuses before the constraints do: names that cannot be read, what is too long, and who is there already, whatever the case of their name.';

-- # Calls

create function public.svc_save_scim_user(p_token text, p_id text, p_person jsonb, p_expected text[] default null, p_client text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint := private.scim_host(p_token);
  held private.scim_people;
  becomes private.scim_people;
begin
  perform private.lock_seats(host_id);
  -- Once more: the token may have ended by now.
  host_id := private.scim_host(p_token);
  if p_id is not null then
    held := private.scim_person(host_id, p_id);
    select * into held from private.scim_people p where p.id = held.id for update;
    perform private.require_scim_version(private.scim_user(held), p_expected);
  end if;
  perform private.require_scim_person(p_person, host_id, held.id);
  becomes := held;
  becomes.workspace_id := host_id;
  becomes.user_name := p_person ->> 'user_name';
  becomes.email := private.require_email(p_person ->> 'email');
  becomes.external_id := p_person ->> 'external_id';
  becomes.role := private.scim_role_of(p_person ->> 'role');
  becomes.active := coalesce((p_person ->> 'active')::boolean, true);
  becomes.attributes := coalesce(p_person -> 'attributes', '{}');
  if held.id is null then
    if (select count(*) from private.scim_people p where p.workspace_id = host_id) >= 50000 then
      perform private.problem('too_many_scim_people');
    end if;
    delete from private.scim_people p where p.workspace_id = host_id and p.email = becomes.email and p.deleted_at is not null;
    becomes.user_id := private.link_provisioned(becomes);
    insert into private.scim_people (workspace_id, user_id, user_name, email, external_id, role, active, attributes)
    values (host_id, becomes.user_id, becomes.user_name, becomes.email, becomes.external_id, becomes.role, becomes.active, becomes.attributes)
    returning * into becomes;
    perform private.log_scim(host_id, 'created', becomes, p_client);
    insert into private.scim_group_people (team_id, person_id)
    select t.id, becomes.id from public.team_members tm join public.teams t on t.id = tm.team_id and t.workspace_id = host_id
    where tm.user_id = becomes.user_id;
  elsif becomes is distinct from held then
    if becomes.user_id is null then
      becomes.user_id := private.link_provisioned(becomes);
    end if;
    update private.scim_people p set
      user_id = becomes.user_id, user_name = becomes.user_name, email = becomes.email, external_id = becomes.external_id,
      role = becomes.role, active = becomes.active, attributes = becomes.attributes, updated_at = now()
    where p.id = held.id
    returning * into becomes;
    perform private.log_scim(host_id, case when becomes.active = held.active then 'updated' when becomes.active then 'activated' else 'deactivated' end,
      becomes, p_client, held);
  else
    return private.scim_user(held);
  end if;
  if becomes.active then
    perform private.follow_scim_role(becomes);
    if held.id is null or not held.active or held.role is distinct from becomes.role then
      perform private.gate_provisioned(becomes);
    end if;
  else
    perform private.end_provisioned(becomes);
  end if;
  return private.scim_user((select p from private.scim_people p where p.id = becomes.id));
end
$$;
comment on function public.svc_save_scim_user is 'Makes somebody ({user_name, email, external_id, role, active, attributes}), or changes them to that: what is so already writes nothing. Inactive, their membership and its sessions end.';

create function public.svc_delete_scim_user(p_token text, p_id text, p_expected text[] default null, p_client text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint := private.scim_host(p_token);
  held private.scim_people;
begin
  perform private.lock_seats(host_id);
  host_id := private.scim_host(p_token);
  held := private.scim_person(host_id, p_id);
  select * into held from private.scim_people p where p.id = held.id for update;
  perform private.require_scim_version(private.scim_user(held), p_expected);
  delete from private.scim_people p where p.workspace_id = host_id and p.email = held.email and p.deleted_at is not null;
  -- First, so that the end of the membership finds nobody to deactivate.
  update private.scim_people p set
    deleted_at = now(), active = false, user_name = p.email, external_id = null, attributes = '{}', role = null, updated_at = now()
  where p.id = held.id;
  perform private.end_provisioned(held);
  delete from private.scim_group_people g where g.person_id = held.id;
  perform private.log_scim(host_id, 'deleted', held, p_client);
end
$$;
comment on function public.svc_delete_scim_user is 'Deletes somebody: their membership ends, and their address stays barred until the identity provider brings it again.';

create function private.set_scim_members(team_id bigint, members jsonb)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted constant bigint[] := array(
    select distinct (case when m ~ '^[1-9][0-9]{0,17}$' then m end)::bigint from jsonb_array_elements_text(members) m);
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = set_scim_members.team_id);
  added integer;
  removed bigint[];
begin
  if cardinality(wanted) <> (
    select count(*) from private.scim_people p where p.id = any (wanted) and p.workspace_id = host_id and p.deleted_at is null) then
    perform private.problem('scim_member_unknown', 'members');
  end if;
  with gone as (
    delete from private.scim_group_people g
    where g.team_id = set_scim_members.team_id and not (g.person_id = any (wanted))
    returning g.person_id)
  select coalesce(array_agg(gone.person_id), '{}') into removed from gone;
  delete from public.team_members tm using private.scim_people p
  where tm.team_id = set_scim_members.team_id and p.id = any (removed) and tm.user_id = p.user_id;
  insert into private.scim_group_people (team_id, person_id)
  select set_scim_members.team_id, unnest(wanted)
  on conflict do nothing;
  get diagnostics added = row_count;
  insert into public.team_members (team_id, user_id)
  select set_scim_members.team_id, m.user_id
  from private.scim_people p join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id
  where added > 0 and p.id = any (wanted)
  on conflict do nothing;
  return added > 0 or cardinality(removed) > 0;
end
$$;
comment on function private.set_scim_members is 'Lets exactly these provisioned people be in a team; members who were added by hand and are none stay. Whether that changed anything.';

create function public.svc_save_scim_group(p_token text, p_id text, p_group jsonb, p_expected text[] default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint := private.scim_host(p_token);
  held public.teams;
  named constant text := btrim(coalesce(p_group ->> 'display_name', ''));
  changed boolean := false;
begin
  perform private.lock_seats(host_id);
  host_id := private.scim_host(p_token);
  if length(named) not between 1 and 100 or not private.is_name(named) then
    perform private.problem('scim_group_name_invalid', 'displayName');
  end if;
  if length(p_group ->> 'external_id') not between 1 and 255 then
    perform private.problem('scim_value_too_long');
  end if;
  if p_id is not null then
    held := private.scim_team(host_id, p_id);
    select * into held from public.teams t where t.id = held.id for update;
    perform private.require_scim_version(private.scim_group(held, false), p_expected);
  end if;
  if exists (select 1 from public.teams t where t.workspace_id = host_id and t.name = named and t.id is distinct from held.id) then
    perform private.problem('scim_group_taken');
  end if;
  if held.id is null then
    perform private.feature_gate(host_id, 'teams');
    insert into public.teams (workspace_id, name, slug) values (host_id, named, '') returning * into held;
  elsif held.name <> named then
    update public.teams t set name = named where t.id = held.id returning * into held;
  end if;
  if p_group ? 'members' then
    changed := private.set_scim_members(held.id, p_group -> 'members');
  end if;
  insert into private.scim_groups as g (team_id, external_id) values (held.id, p_group ->> 'external_id')
  on conflict (team_id) do update set external_id = excluded.external_id, updated_at = now()
    where g.external_id is distinct from excluded.external_id or changed;
  return private.scim_group(held, true);
end
$$;
comment on function public.svc_save_scim_group is 'Makes a team ({display_name, external_id, members: ids, or left out to leave them}), or changes it to that: what is so already writes nothing.';

create function public.svc_delete_scim_group(p_token text, p_id text, p_expected text[] default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint := private.scim_host(p_token);
  held public.teams;
begin
  perform private.lock_seats(host_id);
  host_id := private.scim_host(p_token);
  held := private.scim_team(host_id, p_id);
  select * into held from public.teams t where t.id = held.id for update;
  perform private.require_scim_version(private.scim_group(held, false), p_expected);
  delete from public.teams t where t.id = held.id;
end
$$;
comment on function public.svc_delete_scim_group is 'Deletes a team; what its members were given through it is gone.';

-- # Grants

grant execute on function
  public.svc_save_scim_user, public.svc_delete_scim_user, public.svc_save_scim_group, public.svc_delete_scim_group
to service_role;
