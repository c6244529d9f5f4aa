-- Files of branches as they came: which object of Storage holds one, for the functions that pass it on.

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
    and p_path ~* '\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$'
    and private.can_read_branch(p_branch_id)
$$;
comment on function public.branch_image is 'An image of a branch by its path, for who reads the branch, by its link too: articles show images to all their readers. Nothing for other files, whose names and content may tell of internal nodes.';

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

grant execute on function public.branch_image to anon, authenticated;
grant execute on function public.svc_stored_files to service_role;
