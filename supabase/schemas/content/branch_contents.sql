-- Files of branches as they came: which object of Storage holds one, for the functions that pass it on.

-- # Rules

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.is_image(path text)
returns boolean
language sql
immutable
as $$
  select path ~* '\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$'
$$;
comment on function private.is_image is 'Whether a file is an image, as its name says.';

create index files_hash_idx on public.files (hash);

-- # Calls

create type public.branch_image as (workspace_id bigint, hash text, size bigint);
comment on type public.branch_image is 'An image of a branch: the SHA-256 (hex) and the size of its file.';

create function public.branch_image(p_branch_id bigint, p_path text)
returns setof public.branch_image
language sql
stable
security definer
set search_path = ''
as $$
  select row(f.workspace_id, encode(f.hash, 'hex'), f.size)::public.branch_image
  from public.branch_files b
  join public.files f on f.workspace_id = b.workspace_id and f.hash = b.hash
  where b.branch_id = p_branch_id and b.path = p_path
    and private.is_image(p_path)
    and private.can_read_branch(p_branch_id)
$$;
comment on function public.branch_image is 'An image of a branch by its path, for who reads the branch, by its link too: articles show images to all their readers. Nothing for other files, whose names and content may tell of internal nodes.';

create type public.found_image as (workspace_id bigint, path text);
comment on type public.found_image is 'An image that the caller reads on some branch: its workspace, and one of its names.';

create function public.image_by_hash(p_hash text)
returns setof public.found_image
language sql
stable
security definer
set search_path = ''
as $$
  select row(held.workspace_id, held.path)::public.found_image
  from (
    select b.workspace_id, b.path, b.branch_id
    from public.files f
    join public.branch_files b on b.workspace_id = f.workspace_id and b.hash = f.hash
    where f.hash = case when p_hash ~ '^[0-9a-f]{64}$' then decode(p_hash, 'hex') end and private.is_image(b.path)
    -- A picture that everybody uses is on very many branches: one that is read is among the first, or it is not found.
    limit 1000
  ) held
  where held.branch_id in (select r.id from private.branches_read() r where r.id = held.branch_id)
  limit 1
$$;
comment on function public.image_by_hash is 'An image by the SHA-256 (hex) of its file, for who reads a branch that has it.';

create function public.delete_project_images(p_project_id bigint)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  removed integer;
begin
  perform private.lock_project_with(p_project_id, 'project_delete');
  delete from public.branch_files f
  using public.branches b
  where b.project_id = p_project_id and f.branch_id = b.id and private.is_image(f.path);
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function public.delete_project_images is 'Takes the images off all branches of a project, for who may delete it; answers how many there were. A new analysis brings back what its source still has.';

create function public.svc_stored_files(p_workspace_id bigint, p_hashes text[])
returns table (hash text, object text, size bigint)
language sql
stable
security definer
set search_path = ''
as $$
  select encode(f.hash, 'hex'), f.workspace_id || '/' || f.object_id, f.size
  from public.files f
  where f.workspace_id = p_workspace_id
    and f.hash = any (array(select decode(h, 'hex') from unnest(p_hashes[1:5000]) h where h ~ '^[0-9a-f]{64}$'))
$$;
comment on function public.svc_stored_files is 'Where at most 5,000 files of a workspace lie in the bucket files, for the function that has asked what the caller may read.';

-- # Grants

grant execute on function public.branch_image, public.image_by_hash to anon, authenticated;
grant execute on function public.delete_project_images to authenticated;
grant execute on function public.svc_stored_files to service_role;
