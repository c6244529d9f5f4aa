-- Storage: where uploads arrive and where imported files stay.

-- # Tables

-- They take bytes without a type, up to 50 MB, seen by nobody without leave. Supabase's Storage hands an object out under the type
-- it was uploaded with, so an SVG or a script would be one on Storage's own origin.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('uploads', 'uploads', false, 52428800, '{application/octet-stream}'),
  ('files', 'files', false, 52428800, '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- # Rules

create function private.may_upload_more()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant text := private.current_auth_id()::text;
begin
  -- By ranges of names, which the index on them serves.
  return (
    select count(*) < 2000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 2147483648
    from private.my_workspace_ids() as mine (workspace_id)
    join storage.objects o on o.bucket_id = 'uploads' and o.name ~>=~ (mine.workspace_id || '/' || me || '/')
      and o.name ~<~ (mine.workspace_id || '/' || me || '0'));
end
$$;
comment on function private.may_upload_more is 'Whether fewer than 2,000 files and 2 GiB of the caller wait to be imported: they lie on a disk that all share.';

create function public.check_uploading()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.may_upload_more() then
    perform private.problem('too_many_files_waiting');
  end if;
  -- Of a stable function without an answer nobody needs the call, and the planner leaves it out.
  return true;
end
$$;
comment on function public.check_uploading is 'Refuses somebody of whom too many files wait to be imported: the policy of the bucket refuses them too, but cannot say why.';

-- uploads/{workspace}/{auth uid}/{uuid}: written and read by who made it, taken over by the worker.
create policy "People upload into their own folder of workspaces they may create or edit in" on storage.objects for insert to authenticated
with check (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.workspace_ids_with('WorkspaceProjectsCreate') id))
  and (select private.may_upload_more())
);
create policy "People see their own uploads" on storage.objects for select to authenticated
using (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.my_workspace_ids() id))
);
create policy "People remove their own uploads" on storage.objects for delete to authenticated
using (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.my_workspace_ids() id))
);

-- # Grants

grant execute on function private.may_upload_more to authenticated;
grant execute on function public.check_uploading to authenticated;
