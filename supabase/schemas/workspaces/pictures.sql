-- Pictures of workspaces: logos and favicons that were uploaded, as the function made them safe.

-- # Tables

create table private.workspace_pictures (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/png', 'image/svg+xml')),
  content bytea not null check (length(content) between 1 and 1048576),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
comment on table private.workspace_pictures is 'Logos and favicons that were uploaded: pixels encoded anew, or a drawing that was sanitised. Only the facade writes them, so that nothing else is handed out under the type of a picture; anyone may look at them, as at the site that shows them.';
alter table private.workspace_pictures enable row level security;

-- # Calls

create function public.check_picture_upload(p_workspace_id bigint, p_kind text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  if p_kind = 'favicon' then
    perform private.require_feature(p_workspace_id, 'favicon');
  end if;
  -- Of a stable function without an answer nobody needs the call, and the planner leaves it out.
  return true;
end
$$;
comment on function public.check_picture_upload is 'Refuses who may not change the look of a workspace, and a favicon where the plan has none; before a picture is read.';

create function public.svc_keep_picture(p_workspace_id bigint, p_type text, p_hash text, p_content text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 20;
begin
  perform 1 from public.workspaces w where w.id = p_workspace_id for no key update;
  insert into private.workspace_pictures (workspace_id, hash, type, content)
  values (p_workspace_id, p_hash, p_type, decode(p_content, 'base64'))
  on conflict (workspace_id, hash) do update set created_at = now();
  -- What is shown stays, and what was uploaded last: it is not saved yet.
  delete from private.workspace_pictures p
  using public.workspaces w
  where p.workspace_id = p_workspace_id and w.id = p_workspace_id
    and right(w.logo_url, 64) is distinct from p.hash and right(w.favicon_url, 64) is distinct from p.hash
    and p.hash not in (
      select newest.hash from private.workspace_pictures newest
      where newest.workspace_id = p_workspace_id
      order by newest.created_at desc, newest.hash limit most);
end
$$;
comment on function public.svc_keep_picture is 'Keeps a picture (Base64) that the function made safe and whose caller it has asked: of a workspace the twenty newest, and those that are shown.';

create type public.workspace_picture as (type text, content text);
comment on type public.workspace_picture is 'A logo or favicon: its media type and its bytes in Base64.';

create function public.svc_picture(p_workspace_id bigint, p_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(p.type, translate(encode(p.content, 'base64'), E'\n', ''))::public.workspace_picture)
  from private.workspace_pictures p
  where p.workspace_id = p_workspace_id and p.hash = p_hash
$$;
comment on function public.svc_picture is 'A picture of a workspace: a public.workspace_picture, or null (hence jsonb).';

-- # Grants

grant execute on function public.check_picture_upload to authenticated;
grant execute on function public.svc_keep_picture, public.svc_picture to service_role;
