-- Invitations: an address asked to join, and what it shall have when it comes.

-- # Tables

create table public.workspace_invitations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  email text not null constraint email_check check (private.is_email(email)),
  role public.workspace_role not null default 'maker',
  token_hash bytea not null unique,
  invited_by bigint references public.users (id) on delete set null,
  expires_at timestamptz not null default now() + interval '30 days',
  accepted_at timestamptz,
  accepted_by bigint references public.users (id) on delete set null,
  revoked_at timestamptz,
  declined_at timestamptz,
  last_sent_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table public.workspace_invitations is 'Invitations by e-mail; the token is stored hashed and shown once, in the mail.';
comment on column public.workspace_invitations.revoked_at is 'A withdrawn invitation stays, unseen, so that its link can say what happened.';
comment on column public.workspace_invitations.declined_at is 'When the invited person declined; revoked_at is set with it.';
create unique index workspace_invitations_live_idx on public.workspace_invitations (workspace_id, email)
  where accepted_at is null and revoked_at is null;
create index workspace_invitations_accepted_by_idx on public.workspace_invitations (accepted_by);
create index workspace_invitations_workspace_id_idx on public.workspace_invitations (workspace_id, created_at);
create index workspace_invitations_invited_by_idx on public.workspace_invitations (invited_by);
create trigger lower_email before insert or update of email on public.workspace_invitations for each row execute function private.lower_email();
alter table public.workspace_invitations enable row level security;
create trigger announce_insert after insert on public.workspace_invitations referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on public.workspace_invitations referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on public.workspace_invitations referencing old table as changed for each statement execute function private.announce_of_workspace();

create table public.workspace_invitation_projects (
  invitation_id bigint not null references public.workspace_invitations (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  role public.project_member_role not null check (role <> 'owner'),
  primary key (invitation_id, project_id)
);
comment on table public.workspace_invitation_projects is 'Projects that come with an invitation.';
create index workspace_invitation_projects_project_id_idx on public.workspace_invitation_projects (project_id);
alter table public.workspace_invitation_projects enable row level security;

create table public.workspace_invitation_groups (
  invitation_id bigint not null references public.workspace_invitations (id) on delete cascade,
  group_id bigint not null references public.groups (id) on delete cascade,
  primary key (invitation_id, group_id)
);
comment on table public.workspace_invitation_groups is 'Groups whose administration comes with an invitation.';
create index workspace_invitation_groups_group_id_idx on public.workspace_invitation_groups (group_id);
alter table public.workspace_invitation_groups enable row level security;

create table public.workspace_invitation_teams (
  invitation_id bigint not null references public.workspace_invitations (id) on delete cascade,
  team_id bigint not null references public.teams (id) on delete cascade,
  role public.team_role not null default 'member',
  primary key (invitation_id, team_id)
);
comment on table public.workspace_invitation_teams is 'Teams that come with an invitation.';
create index workspace_invitation_teams_team_id_idx on public.workspace_invitation_teams (team_id);
alter table public.workspace_invitation_teams enable row level security;

-- # Rules

create function private.announce_of_invitation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(i.workspace_id, null, null, null)::private.change
    from changed c left join public.workspace_invitations i on i.id = c.invitation_id));
  return null;
end
$$;
comment on function private.announce_of_invitation is 'A row that belongs to an invitation: the workspace hears of it.';
create trigger announce_insert after insert on public.workspace_invitation_projects referencing new table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_update after update on public.workspace_invitation_projects referencing old table as before new table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_delete after delete on public.workspace_invitation_projects referencing old table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_insert after insert on public.workspace_invitation_groups referencing new table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_update after update on public.workspace_invitation_groups referencing old table as before new table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_delete after delete on public.workspace_invitation_groups referencing old table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_insert after insert on public.workspace_invitation_teams referencing new table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_update after update on public.workspace_invitation_teams referencing old table as before new table as changed for each statement execute function private.announce_of_invitation();
create trigger announce_delete after delete on public.workspace_invitation_teams referencing old table as changed for each statement execute function private.announce_of_invitation();

create policy "Invitations are seen with the members permission" on public.workspace_invitations for select to authenticated
using (revoked_at is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead'))));

create policy "What comes with an invitation is seen with the invitation" on public.workspace_invitation_projects for select to authenticated
using (exists (select 1 from public.workspace_invitations i where i.id = workspace_invitation_projects.invitation_id));
create policy "What comes with an invitation is seen with the invitation" on public.workspace_invitation_groups for select to authenticated
using (exists (select 1 from public.workspace_invitations i where i.id = workspace_invitation_groups.invitation_id));
create policy "What comes with an invitation is seen with the invitation" on public.workspace_invitation_teams for select to authenticated
using (exists (select 1 from public.workspace_invitations i where i.id = workspace_invitation_teams.invitation_id));

-- Without a search path of their own: so they become part of the queries of those who ask.
create function private.is_unanswered(invitation public.workspace_invitations)
returns boolean
language sql
stable
as $$
  select invitation.accepted_at is null and invitation.revoked_at is null
$$;
comment on function private.is_unanswered is 'Whether an invitation waits for an answer, expired or not: an address has one in a workspace, and an expired one can be sent again.';

create function private.is_live(invitation public.workspace_invitations)
returns boolean
language sql
stable
as $$
  select private.is_unanswered(invitation) and invitation.expires_at > now()
$$;
comment on function private.is_live is 'Whether an invitation can be accepted.';

-- # Grants

grant select (id, workspace_id, email, role, invited_by, expires_at, accepted_at, last_sent_at, created_at)
  on public.workspace_invitations to authenticated;
grant select on public.workspace_invitation_projects, public.workspace_invitation_groups, public.workspace_invitation_teams to authenticated;
