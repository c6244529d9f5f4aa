-- Links to branches: what lets anybody read one branch until it ends or is revoked.

-- # Rules

create function private.share_token(branch public.branches)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case when branch.share_enabled then
    'wms_' || left(translate(encode(decode(private.sign_grant('share:' || branch.id || ':' || branch.share_serial), 'hex'), 'base64'), '+/=', '-_'), 43) end
$$;
comment on function private.share_token is 'What opens a shared branch: signed by the database, so that it can be shown again and is stored nowhere. Another serial, another link.';

create function private.shared_branch_ids()
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  presented constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-waymark-share';
begin
  if presented is null or presented !~ '^wms_[A-Za-z0-9_-]{43}$' then
    return;
  end if;
  return query
  select b.id
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where b.share_token_hash = extensions.digest(presented, 'sha256') and b.share_enabled
    and (b.share_expires_at is null or b.share_expires_at > now());
end
$$;
comment on function private.shared_branch_ids is 'The branch that the caller reads by a link: one at most.';

-- # Calls

create type public.branch_share as (enabled boolean, token text, expires_at timestamptz);
comment on type public.branch_share is 'Whether a branch can be read by a link, what opens it, and until when.';

create function public.branch_share(p_branch_id bigint)
returns public.branch_share
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  return row(branch.share_enabled, private.share_token(branch), branch.share_expires_at)::public.branch_share;
end
$$;
comment on function public.branch_share is 'The link of a branch, for who may change it.';

create function public.share_branch(
  p_branch_id bigint, p_enabled boolean, p_expires_at timestamptz default null, p_new_link boolean default false)
returns public.branch_share
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  if p_expires_at is not null and (p_expires_at <= now() or p_expires_at > now() + interval '5 years') then
    perform private.problem('share_expiry_invalid', 'expires_at');
  end if;
  select * into branch from public.branches b where b.id = branch.id for no key update;
  -- Once more: the right may be gone by now, and a link outlives it.
  perform private.require_in_project(branch.project_id, 'project_branch_update');
  -- Switched off and on again it is another link: the old one was revoked.
  branch.share_serial := branch.share_serial + case when p_new_link or not (p_enabled and branch.share_enabled) then 1 else 0 end;
  branch.share_enabled := coalesce(p_enabled, false);
  update public.branches b
  set share_enabled = branch.share_enabled, share_serial = branch.share_serial,
    share_expires_at = case when branch.share_enabled then p_expires_at end,
    share_token_hash = extensions.digest(private.share_token(branch), 'sha256')
  where b.id = branch.id returning b.* into branch;
  return row(branch.share_enabled, private.share_token(branch), branch.share_expires_at)::public.branch_share;
end
$$;
comment on function public.share_branch is 'Lets a branch be read by a link until a time or without end (null), or revokes the link; p_new_link makes another one in its place.';

create type public.shared_branch as (
  workspace_id bigint, workspace_slug text, project_id bigint, project_slug text, project_name text, project_description text,
  icon_name text, icon_color text, branch_id bigint, branch_slug text, branch_name text, last_analyzed_at timestamptz,
  expires_at timestamptz);
comment on type public.shared_branch is 'What a visitor with a link knows of a project.';

create function public.shared_branch()
returns setof public.shared_branch
language sql
stable
security definer
set search_path = ''
as $$
  select row(w.id, w.slug, p.id, p.slug, p.name, p.description, p.icon_name, p.icon_color, b.id, b.slug, b.name, b.last_analyzed_at,
    b.share_expires_at)::public.shared_branch
  from public.branches b join public.projects p on p.id = b.project_id join public.workspaces w on w.id = p.workspace_id
  where b.id in (select private.shared_branch_ids())
$$;
comment on function public.shared_branch is 'The branch that the link of the header X-Waymark-Share opens; nothing for one that does not hold.';

-- # Grants

grant execute on function public.branch_share, public.share_branch to authenticated;
grant execute on function public.shared_branch to anon, authenticated;
