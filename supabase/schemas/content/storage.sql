-- Storage: where uploads arrive and where imported files stay.

-- # Tables

-- They take bytes without a type, up to 50 MB, seen by nobody without leave. Supabase's Storage hands an object out under the type
-- it was uploaded with, so an SVG or a script would be one on Storage's own origin.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('uploads', 'uploads', false, private.most_import_bytes(), '{application/octet-stream}'),
  ('files', 'files', false, private.most_import_bytes(), '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- # Rules

create function private.has_room_for_uploads(auth_id uuid, host_id text default null)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- By ranges of names, which the index on them serves.
  return (
    select count(*) < 2000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 2147483648
    from (
      select m.workspace_id::text from public.users u join public.workspace_members m on m.user_id = u.id
      where u.auth_id = has_room_for_uploads.auth_id
      union
      select host_id) place (folder)
    join storage.objects o on o.bucket_id = 'uploads' and o.name ~>=~ (place.folder || '/' || has_room_for_uploads.auth_id || '/')
      and o.name ~<~ (place.folder || '/' || has_room_for_uploads.auth_id || '0'));
end
$$;
comment on function private.has_room_for_uploads is 'Whether fewer than 2,000 files and 2 GiB of somebody wait to be imported, in all of their workspaces and in one more: they lie on a disk that all share.';

create function private.keep_uploads_bounded()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  place constant text[] := regexp_match(new.name, '^([0-9]+)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/');
begin
  if place is null then
    -- Of a push by a CI token, whose files are bounded by its project.
    return new;
  end if;
  -- Of many at once each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || place[2], 0));
  if not private.has_room_for_uploads(place[2]::uuid, place[1]) then
    -- As a policy refuses: what Storage answers with 403.
    raise exception using errcode = 'insufficient_privilege', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_uploads_bounded is 'Refuses an upload of somebody of whom too much waits, when it is made: an address that was signed before speaks for Storage itself, which passes by policies.';
create trigger keep_uploads_bounded before insert on storage.objects
  for each row when (new.bucket_id = 'uploads') execute function private.keep_uploads_bounded();

create function public.check_uploading()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.has_room_for_uploads(private.current_auth_id()) then
    perform private.problem('too_many_files_waiting');
  end if;
  -- Of a stable function without an answer nobody needs the call, and the planner leaves it out.
  return true;
end
$$;
comment on function public.check_uploading is 'Refuses somebody of whom too many files wait to be imported: the bucket refuses them too, but cannot say why.';

-- uploads/{workspace}/{auth uid}/{uuid}: written and read by who made it, taken over by the worker.
create policy "People upload into their own folder of workspaces they may create or edit in" on storage.objects for insert to authenticated
with check (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.workspace_ids_with('WorkspaceProjectsCreate') id))
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

grant execute on function public.check_uploading to authenticated;
