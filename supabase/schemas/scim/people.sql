-- People whom an identity provider brought: each row admits one address to one workspace, or bars it. It proves nothing of an account
-- and writes into none: who proves the address comes in by the way that everybody does (joining/entering.sql).

-- # Tables

create table private.scim_people (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint references public.users (id) on delete set null,
  user_name text not null check (length(user_name) between 1 and 255),
  email text not null check (private.is_email(email)),
  external_id text check (length(external_id) between 1 and 255),
  role public.workspace_role check (role in ('guest', 'viewer', 'maker', 'admin')),
  active boolean not null default true,
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table private.scim_people is 'People as the identity provider of a workspace says. A deleted one stays, with nothing but its address, and bars that from coming back by another way.';
comment on column private.scim_people.user_id is 'The member who proved the address: whose membership ends with the row. Null until somebody has.';
comment on column private.scim_people.role is 'What the identity provider says; null leaves it to the workspace.';
comment on column private.scim_people.attributes is 'All else of the SCIM resource, as the facade checked it against the schema.';
create unique index scim_people_user_name_idx on private.scim_people (workspace_id, lower(normalize(user_name))) where deleted_at is null;
create unique index scim_people_live_email_idx on private.scim_people (workspace_id, email) where deleted_at is null;
create unique index scim_people_member_idx on private.scim_people (workspace_id, user_id) where deleted_at is null;
create index scim_people_email_idx on private.scim_people (workspace_id, email);
create index scim_people_external_id_idx on private.scim_people (workspace_id, external_id);
create index scim_people_user_id_idx on private.scim_people (user_id);
alter table private.scim_people enable row level security;

-- # Rules

create function private.scim_awaits(person private.scim_people)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select person.active and person.deleted_at is null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = person.workspace_id and m.user_id = person.user_id)
$$;
comment on function private.scim_awaits is 'Whether somebody is provisioned and has not come in: a seat is kept for them.';

create function private.provisioned(workspace_id bigint, user_id bigint, emails text[])
returns private.scim_people
language sql
stable
security definer
set search_path = ''
as $$
  select p from private.scim_people p
  where p.workspace_id = provisioned.workspace_id
    and (p.user_id = provisioned.user_id
      -- One row is one person: who has the address after them is not who it was given to, but barred as they are.
      or p.email = any (provisioned.emails) and (p.user_id is null or not p.active or p.deleted_at is not null or not exists (
        select 1 from public.workspace_members m where m.workspace_id = p.workspace_id and m.user_id = p.user_id)))
  order by p.active and p.deleted_at is null desc, p.id desc
  limit 1
$$;
comment on function private.provisioned is 'What the identity provider of a workspace says of an account with these proven addresses; null where it never said anything.';

create function private.is_admitted(person private.scim_people)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return person.id is not null and person.active and person.deleted_at is null and private.scim_is_on(person.workspace_id)
    and private.plan_holds(person.workspace_id, 'scim');
end
$$;
comment on function private.is_admitted is 'Whether somebody comes in because the identity provider says so.';

create function private.reason_against_entering(workspace_id bigint, user_id bigint, via text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person constant private.scim_people := private.provisioned(workspace_id, user_id, array(
    select e.email from public.emails e where e.user_id = reason_against_entering.user_id and e.confirmed_at is not null));
begin
  if person.id is null or person.active and person.deleted_at is null then
    return null;
  end if;
  -- Where the identity provider says nothing any more, a person of the workspace may decide otherwise; a rule may not.
  if via in ('invitation', 'join_request') and not private.scim_is_on(workspace_id) then
    return null;
  end if;
  return 'membership_ended_by_provider';
end
$$;
comment on function private.reason_against_entering is 'Why somebody may not become a member this way, or null: the identity provider of the workspace ended their membership.';

create function private.reason_against_changing_by_hand(workspace_id bigint, user_id bigint, theirs public.workspace_role, wanted public.workspace_role)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return case when wanted <> theirs and wanted <> 'owner' and theirs <= 'admin' and private.scim_is_on(workspace_id) and exists (
    select 1 from private.scim_people p
    where p.workspace_id = reason_against_changing_by_hand.workspace_id and p.user_id = reason_against_changing_by_hand.user_id
      and p.deleted_at is null and p.role is not null) then 'role_managed_by_provider' end;
end
$$;
comment on function private.reason_against_changing_by_hand is 'Why a member''s role is not changed here, or null: the identity provider says which it is, up to admin. An owner may still make an owner of them.';

create function private.end_provisioned(person private.scim_people)
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
  if not found then
    return;
  end if;
  perform private.require_nothing_against(private.reason_against_changing(null, person.user_id, 'admin', theirs));
  delete from public.workspace_members m where m.workspace_id = person.workspace_id and m.user_id = person.user_id;
end
$$;
comment on function private.end_provisioned is 'Ends the membership of somebody, as an admin may. Their sessions end with it, and nothing of their other workspaces.';

create function private.follow_provisioned()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  person private.scim_people;
begin
  select p.* into person from private.scim_people p
  where p.workspace_id = new.workspace_id and p.active and p.deleted_at is null
    and (p.user_id = new.user_id or p.user_id is null and p.email in (
      select e.email from public.emails e where e.user_id = new.user_id and e.confirmed_at is not null))
  order by p.user_id is null, p.id
  limit 1
  for update;
  if not found then
    return null;
  end if;
  update private.scim_people p set user_id = new.user_id where p.id = person.id and p.user_id is null;
  if person.role <> new.role and new.role <= 'admin' and private.scim_is_on(new.workspace_id) then
    perform private.gate_seats(new.workspace_id, private.seats_taken(new.role, person.role));
    update public.workspace_members m set role = person.role where m.workspace_id = new.workspace_id and m.user_id = new.user_id;
  end if;
  insert into public.team_members (team_id, user_id)
  select g.team_id, new.user_id from private.scim_group_people g where g.person_id = person.id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.follow_provisioned is 'A new member whom the identity provider spoke of, by whatever way they came: theirs are the role and the teams it says.';
create trigger follow_provisioned after insert on public.workspace_members
  for each row execute function private.follow_provisioned();

create function private.note_left()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Whose account is gone may come back with a new one.
  update private.scim_people p set active = false, updated_at = now()
  where p.workspace_id = old.workspace_id and p.user_id = old.user_id and p.deleted_at is null and p.active
    and exists (select 1 from public.users u where u.id = old.user_id);
  return null;
end
$$;
comment on function private.note_left is 'Somebody removed by hand is deactivated for the identity provider too, which reads so the next time it asks.';
create trigger note_left after delete on public.workspace_members for each row execute function private.note_left();
