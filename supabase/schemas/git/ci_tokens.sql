-- CI tokens: what a script pushes the content of one project with.

-- # Tables

create table private.ci_tokens (
  project_id bigint primary key references public.projects (id) on delete cascade,
  token_hash bytea not null unique,
  ciphertext text not null constraint check_ci_tokens_ciphertext
    check (length(ciphertext) <= 2000 and ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'),
  key_id text not null check (length(key_id) between 1 and 60),
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table private.ci_tokens is 'One a project: its SHA-256, to find it by, and the token encrypted by the functions, to be shown again to who may push.';
create index ci_tokens_created_by_idx on private.ci_tokens (created_by);
alter table private.ci_tokens enable row level security;
create trigger log_change after insert or update of created_at or delete on private.ci_tokens
  for each row execute function private.log_project_part('project.ci_token', 'created_at');
create trigger log_first_use after update of last_used_at on private.ci_tokens
  for each row when (old.last_used_at is null and new.last_used_at is not null) execute function private.log_first_use('project.ci_token');

-- # Rules

create function private.require_ci_token(project_id bigint, token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Whoever replaces a token locks its project: behind this lock it stays what it is.
  perform 1 from public.projects p where p.id = require_ci_token.project_id for no key update;
  perform 1
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.project_id = require_ci_token.project_id and encode(t.token_hash, 'hex') = require_ci_token.token_hash;
  if not found then
    perform private.problem('ci_token_ended');
  end if;
  perform private.require_writable(project_id);
end
$$;
comment on function private.require_ci_token is 'Refuses what comes with a CI token, by its SHA-256 (hex), that has been replaced since its caller was let in, and what is for a project beyond the plan.';

-- # Calls

create function public.keep_ci_token(p_project_id bigint, p_token text, p_secret jsonb, p_unless_there boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if p_token !~ '^wmci_[A-Za-z0-9_-]{43}$' or p_token is null then
    perform private.problem('token_not_found');
  end if;
  perform private.refuse_bad_secrets(jsonb_build_object('token', p_secret), array['token']);
  insert into private.ci_tokens as t (project_id, token_hash, ciphertext, key_id, created_by)
  values (p_project_id, extensions.digest(p_token, 'sha256'), p_secret ->> 'ciphertext', p_secret ->> 'key_id', private.current_user_id())
  on conflict (project_id) do update
    set token_hash = excluded.token_hash, ciphertext = excluded.ciphertext, key_id = excluded.key_id, created_by = excluded.created_by,
      created_at = now(), last_used_at = null
    -- Two who push for the first time at once have one token: neither ends the other's.
    where not p_unless_there;
end
$$;
comment on function public.keep_ci_token is 'Gives a project its CI token in place of the one before, which ends; p_unless_there: only where there is none. p_secret: {ciphertext, key_id}, the same token encrypted by the caller.';

create type public.kept_ci_token as (ciphertext text, key_id text, created_at timestamptz, last_used_at timestamptz);
comment on type public.kept_ci_token is 'The encrypted CI token of a project.';

create function public.svc_ci_token_of(p_project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(t.ciphertext, t.key_id, t.created_at, t.last_used_at)::public.kept_ci_token)
  from private.ci_tokens t where t.project_id = p_project_id
$$;
comment on function public.svc_ci_token_of is 'The encrypted CI token of a project, or null: for the function that has asked whether the caller may push.';

create type public.pushing_project as (
  project_id bigint, token_hash text, slug text, name text, type text, workspace_id bigint, workspace_slug text, workspace_name text);
comment on type public.pushing_project is 'The project that a CI token pushes to, and the SHA-256 of the token, by which it is looked at again once its push has come.';

create function public.svc_ci_token(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  found public.pushing_project;
begin
  select t.project_id, encode(t.token_hash, 'hex') as token_hash, p.slug, p.name, p.type, p.workspace_id, w.slug as workspace_slug,
    w.name as workspace_name
  into found
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.token_hash = extensions.digest(p_token, 'sha256');
  if found.project_id is null then
    return null;
  end if;
  update private.ci_tokens t set last_used_at = now()
  where t.project_id = found.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return to_jsonb(found::public.pushing_project);
end
$$;
comment on function public.svc_ci_token is 'The project that a CI token pushes to, and records its use; null for one that does not hold, or of a locked workspace.';

-- # Grants

grant execute on function public.keep_ci_token to authenticated;
grant execute on function public.svc_ci_token_of, public.svc_ci_token to service_role;
