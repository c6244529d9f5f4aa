-- Ways into a workspace: invitations, join requests, approved domains.

create table public.workspace_invitations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  email text not null constraint email_check check (length(email) <= 255 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$'),
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
grant select (id, workspace_id, email, role, invited_by, expires_at, accepted_at, last_sent_at, created_at) on public.workspace_invitations to authenticated;
create policy "Invitations are seen with the members permission" on public.workspace_invitations for select to authenticated
using (revoked_at is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead'))));

create table public.join_requests (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  is_denied boolean not null default false,
  created_at timestamptz not null default now(),
  unique (workspace_id, user_id)
);
comment on table public.join_requests is 'Requests to join; a denied one stays, so that it cannot be made again.';
create index join_requests_user_id_idx on public.join_requests (user_id);
alter table public.join_requests enable row level security;
grant select on public.join_requests to authenticated;
create policy "Join requests are seen by who made them and with the members permission" on public.join_requests for select to authenticated
using (
  user_id = (select private.own_account_id())
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);

create table public.approved_domains (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  domain text not null constraint check_approved_domains_domain check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  role public.workspace_role not null default 'viewer' check (role in ('guest', 'viewer', 'maker', 'admin', 'billing')),
  created_at timestamptz not null default now(),
  unique (workspace_id, domain)
);
comment on table public.approved_domains is 'E-mail domains whose people may enter by themselves, with a role.';
alter table public.approved_domains enable row level security;
grant select on public.approved_domains to authenticated;
create policy "Approved domains are seen with the settings permission" on public.approved_domains for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceSettingsRead'))));
grant insert (workspace_id, domain, role), update (domain, role), delete on public.approved_domains to authenticated;
create policy "Approved domains are added with the domain permission" on public.approved_domains for insert to authenticated
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are changed with the domain permission" on public.approved_domains for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are removed with the domain permission" on public.approved_domains for delete to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
