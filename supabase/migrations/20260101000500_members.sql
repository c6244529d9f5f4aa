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
  created_at timestamptz not null default now()
);
comment on table public.workspace_invitations is 'Invitations by e-mail; the token is stored hashed and shown once, in the mail.';
create unique index workspace_invitations_live_idx on public.workspace_invitations (workspace_id, email) where accepted_at is null;
create index workspace_invitations_workspace_id_idx on public.workspace_invitations (workspace_id, created_at);
create index workspace_invitations_invited_by_idx on public.workspace_invitations (invited_by);
create trigger lower_email before insert or update of email on public.workspace_invitations for each row execute function private.lower_email();
alter table public.workspace_invitations enable row level security;
grant select (id, workspace_id, email, role, invited_by, expires_at, accepted_at, created_at) on public.workspace_invitations to authenticated;
create policy "Invitations are seen with the members permission" on public.workspace_invitations for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead'))));
grant delete on public.workspace_invitations to authenticated;
create policy "Invitations are withdrawn by who approves members" on public.workspace_invitations for delete to authenticated
using (accepted_at is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersApprove'))));

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
  user_id = (select private.current_user_id())
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);
grant update (is_denied) on public.join_requests to authenticated;
create policy "Join requests are denied by who approves members" on public.join_requests for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersApprove'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersApprove'))));

create table public.approved_domains (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  domain text not null check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
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

create function public.invite_member(p_workspace_id bigint, p_email text, p_role public.workspace_role default 'maker')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine public.workspace_role;
  token text := translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_');
  invitation_id bigint;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  mine := private.workspace_role(p_workspace_id);
  if not (case
    when p_role = 'owner' then mine = 'owner'
    when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then p_role <= mine
    else p_role = 'guest' or p_role = least(mine, 'maker'::public.workspace_role)
  end) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot invite somebody at this role.', 'role');
  end if;
  if p_role = 'guest' then
    perform private.feature_gate(p_workspace_id, 'guests');
  else
    perform private.feature_gate(p_workspace_id, 'members');
  end if;
  if exists (
    select 1 from public.emails e
    join public.workspace_members m on m.user_id = e.user_id and m.workspace_id = p_workspace_id
    where e.email = lower(btrim(p_email)) and e.confirmed_at is not null
  ) or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = p_workspace_id and i.email = lower(btrim(p_email)) and i.accepted_at is null and i.expires_at > now()
  ) then
    perform private.problem('CONFLICT', 409, 'This e-mail has pending invitation or already a member', 'email');
  end if;
  delete from public.workspace_invitations i
  where i.workspace_id = p_workspace_id and i.email = lower(btrim(p_email)) and i.accepted_at is null;
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (p_workspace_id, p_email, p_role, extensions.digest(token, 'sha256'), private.current_user_id())
  returning id into invitation_id;
  perform private.enqueue_mail(p_email, 'invitation', jsonb_build_object('workspace_id', p_workspace_id, 'token', token));
  perform private.log_activity(p_workspace_id, 'workspace.member.invited', jsonb_build_object('email', lower(p_email), 'role', p_role));
  return jsonb_build_object('id', invitation_id, 'email', lower(btrim(p_email)), 'role', p_role);
end
$$;
comment on function public.invite_member is 'Invites an address at a role within the caller''s own (permissions.json "invite_roles"), inside the plan''s seats.';
grant execute on function public.invite_member to authenticated;
