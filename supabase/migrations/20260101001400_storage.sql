-- Storage: where uploads arrive and where imported files stay.

-- What they take says 20260101009100_buckets.sql.
insert into storage.buckets (id, name) values ('uploads', 'uploads'), ('files', 'files')
on conflict (id) do nothing;

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
