set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.make_working_copy(branch public.branches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  most_files constant integer := 50000;
begin
  if exists (select 1 from private.working_copies w where w.branch_id = branch.id) then
    return;
  end if;
  -- An analysis that swaps files in holds the same lock: it has ended, or will see this copy.
  perform 1 from public.branches b where b.id = branch.id for no key update;
  select * into project from public.projects p where p.id = branch.project_id;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id) on conflict do nothing;
  if not found then
    return;
  end if;
  if (select count(*) from public.branch_files f where f.branch_id = branch.id) > most_files then
    perform private.problem('too_many_documents', params => jsonb_build_object('limit', most_files));
  end if;
  if project.type = 'web' and branch.yjs_document_id is null then
    update public.branches b set yjs_document_id = gen_random_uuid() where b.id = branch.id;
  end if;
  insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size, kind)
  select f.branch_id, branch.project_id, f.workspace_id, f.path, f.path, f.hash, s.size,
    case when private.seems_binary(f.path) then 'binary' else 'text' end
  from public.branch_files f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  where f.branch_id = branch.id;
  -- What comes next is compared with it.
  if exists (select 1 from public.commits c where c.branch_id = branch.id and c.sha = branch.commit_hash) then
    perform private.keep_commit_files(branch.id, branch.commit_hash);
  end if;
end
$function$;
