set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.copy_comments(from_branch_id bigint, to_branch_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bytes bigint;
begin
  insert into public.comment_threads (branch_id, project_id, workspace_id, document_id, path, anchor, quote, created_by, created_at, copied_from)
  select to_branch_id, t.project_id, t.workspace_id, c.id, t.path, t.anchor, t.quote, t.created_by, t.created_at, t.id
  from public.comment_threads t
  left join public.documents c on c.branch_id = to_branch_id and c.path = t.path and c.deleted_at is null
  where t.branch_id = from_branch_id and t.resolved_at is null;
  -- Whom they mention goes along as read and mailed, so that a copy is found when that account is deleted.
  with copied as materialized (
    select c.id as from_id, gen_random_uuid() as key, t.id as thread_id, t.branch_id, c.project_id, c.workspace_id, c.author_id, c.text, c.created_at, c.edited_at
    from public.comment_threads t join public.comments c on c.thread_id = t.copied_from
    where t.branch_id = to_branch_id
  ), made as (
    insert into public.comments (thread_id, branch_id, project_id, workspace_id, author_id, key, text, created_at, edited_at)
    select c.thread_id, c.branch_id, c.project_id, c.workspace_id, c.author_id, c.key, c.text, c.created_at, c.edited_at
    from copied c order by c.from_id
    returning id, key
  )
  insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id, created_at, read_at, mailed_at)
  select made.id, m.user_id, c.thread_id, c.branch_id, m.created_at, coalesce(m.read_at, now()), coalesce(m.mailed_at, now())
  from made join copied c on c.key = made.key join public.comment_mentions m on m.comment_id = c.from_id;
  select coalesce(sum(length(c.text)), 0) into bytes from public.comments c where c.branch_id = to_branch_id;
  return bytes;
end
$function$;

-- By hand

-- Versions that were made before have copies of comments that do not say whom they mention; copies of copies follow theirs.
do $$
begin
  loop
    insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id, created_at, read_at, mailed_at)
    select c.id, m.user_id, c.thread_id, c.branch_id, min(m.created_at), now(), now()
    from public.comment_threads t
    join public.comments c on c.thread_id = t.id
    join public.comments o on o.thread_id = t.copied_from and o.created_at = c.created_at and o.text = c.text
    join public.comment_mentions m on m.comment_id = o.id
    where not exists (select 1 from public.comment_mentions had where had.comment_id = c.id and had.user_id = m.user_id)
    group by c.id, m.user_id;
    exit when not found;
  end loop;
end
$$;
