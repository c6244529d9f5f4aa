-- Groups of an identity provider are teams. What it says of a team beyond the team, and who it says is in it, whether they came in or not.

-- # Tables

create table private.scim_groups (
  team_id bigint primary key references public.teams (id) on delete cascade,
  external_id text check (length(external_id) between 1 and 255),
  updated_at timestamptz not null default now()
);
comment on table private.scim_groups is 'Teams that an identity provider made or took over, with what it calls them.';
alter table private.scim_groups enable row level security;

create table private.scim_group_people (
  team_id bigint not null references public.teams (id) on delete cascade,
  person_id bigint not null references private.scim_people (id) on delete cascade,
  primary key (team_id, person_id)
);
comment on table private.scim_group_people is 'Who of the provisioned people is in which team: those who have not come in, too. For members it is what team_members says, whoever changes that.';
create index scim_group_people_person_id_idx on private.scim_group_people (person_id, team_id);
alter table private.scim_group_people enable row level security;

-- # Rules

create function private.follow_team_members()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.scim_group_people (team_id, person_id)
    select new.team_id, p.id
    from public.teams t join private.scim_people p on p.workspace_id = t.workspace_id and p.user_id = new.user_id and p.deleted_at is null
    where t.id = new.team_id
    on conflict do nothing;
  else
    -- Who is deactivated keeps their teams for when they come back.
    delete from private.scim_group_people g
    using public.teams t
    join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = old.user_id
    join private.scim_people p on p.workspace_id = t.workspace_id and p.user_id = old.user_id
    where t.id = old.team_id and g.team_id = t.id and g.person_id = p.id;
  end if;
  return null;
end
$$;
comment on function private.follow_team_members is 'What is changed in a team by hand, the identity provider reads.';
create trigger follow_team_members after insert or delete on public.team_members
  for each row execute function private.follow_team_members();
