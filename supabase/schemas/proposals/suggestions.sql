-- Suggestions: comments that say how a text of the proposed branch should be instead. Who may write it takes one over as one edit.

-- # Tables

create table private.proposal_suggestions (
  comment_id bigint primary key references private.proposal_comments (id) on delete cascade,
  path text not null,
  original text not null check (length(original) between 1 and 4000),
  before text not null check (length(before) <= 200),
  after text not null check (length(after) <= 200),
  replacement text not null check (length(replacement) <= 4000),
  applied_at timestamptz,
  applied_by bigint references public.users (id) on delete set null,
  constraint check_proposal_suggestions_change check (replacement <> original)
);
comment on table private.proposal_suggestions is 'What a comment of a proposal suggests in place of a stretch of a file.';
comment on column private.proposal_suggestions.path is 'The file of the node that the thread is about, as the comparison named it.';
comment on column private.proposal_suggestions.before is 'What stands right before the stretch: by both sides it is told from others like it.';
create index proposal_suggestions_applied_by_idx on private.proposal_suggestions (applied_by);
alter table private.proposal_suggestions enable row level security;

-- # Rules

create function private.suggest_in_comment(comment_id bigint, thread private.proposal_threads, suggestion jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  path constant text := (
    select n.path from private.proposal_nodes n where n.proposal_id = thread.proposal_id and n.uri = thread.node_uri and n.operation <> 'removed' limit 1);
begin
  if suggestion is null or jsonb_typeof(suggestion) = 'null' then
    return;
  elsif path is null then
    perform private.problem('suggestion_without_text');
  elsif jsonb_typeof(suggestion) <> 'object' or exists (
    select 1 from unnest(array['original', 'before', 'after', 'replacement']) part
    where jsonb_typeof(suggestion -> part) is distinct from 'string'
      or length(suggestion ->> part) > case when part in ('before', 'after') then 200 else 4000 end)
    or suggestion ->> 'original' = '' or suggestion ->> 'original' = suggestion ->> 'replacement' then
    perform private.problem('suggestion_invalid', params => jsonb_build_object('limit', 4000));
  end if;
  insert into private.proposal_suggestions (comment_id, path, original, before, after, replacement)
  values (suggest_in_comment.comment_id, path, suggestion ->> 'original', suggestion ->> 'before', suggestion ->> 'after', suggestion ->> 'replacement');
end
$$;
comment on function private.suggest_in_comment is 'Keeps what a comment suggests, {original, before, after, replacement}, for the file of the node that its thread is about; null suggests nothing.';

create function private.shown_suggestion(comment_id bigint)
returns public.suggested_text
language sql
stable
security definer
set search_path = ''
as $$
  select row(s.path, s.original, s.before, s.after, s.replacement, s.applied_at, (private.person(s.applied_by)).display_name)::public.suggested_text
  from private.proposal_suggestions s where s.comment_id = shown_suggestion.comment_id
$$;
comment on function private.shown_suggestion is 'What a comment suggests, as screens show it; null where it suggests nothing.';

-- # Calls

create function public.apply_proposal_suggestion(
  p_comment_id bigint, p_document_id uuid, p_epoch integer, p_seq bigint, p_key uuid, p_update text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread private.proposal_threads;
  proposal public.proposals;
  suggestion private.proposal_suggestions;
  document public.documents;
  made uuid;
begin
  -- A commit locks its branch, and whoever has a branch (an analysis, a merge) wants its proposals next.
  perform from public.branches b
  where b.id in (
    select o.branch_id from private.proposals_read() o
    where o.id = (select c.proposal_id from private.proposal_comments c where c.id = p_comment_id)
      and exists (select 1 from public.project_repositories r where r.project_id = o.project_id))
  for no key update;
  thread := private.open_proposal_thread((select c.thread_id from private.proposal_comments c where c.id = p_comment_id));
  select * into proposal from public.proposals o where o.id = thread.proposal_id;
  select * into suggestion from private.proposal_suggestions s where s.comment_id = p_comment_id for update;
  if suggestion.comment_id is null then
    perform private.problem('comment_not_found');
  end if;
  document := private.writable_document(p_document_id, p_epoch);
  if document.branch_id is distinct from proposal.branch_id then
    perform private.problem('document_not_found');
  elsif proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  elsif suggestion.applied_at is not null then
    perform private.problem('suggestion_is_applied');
  end if;
  -- What was typed since the caller read it may be the very text that is replaced: nothing is written over unseen.
  select * into document from public.documents d where d.id = p_document_id for no key update;
  if document.seq is distinct from p_seq or document.path is distinct from suggestion.path then
    perform private.problem('suggestion_text_moved');
  end if;
  perform from public.append_updates(p_document_id, p_epoch, jsonb_build_array(jsonb_build_object('key', p_key, 'update', p_update)));
  update private.proposal_suggestions s set applied_at = now(), applied_by = private.current_user_id() where s.comment_id = suggestion.comment_id;
  perform private.touch_proposal(proposal.id);
  if not document.changed and exists (select 1 from public.project_repositories r where r.project_id = proposal.project_id) then
    begin
      made := public.commit_documents(proposal.branch_id, private.sentence('suggestion_commit', jsonb_build_object('path', document.path)), array[document.id]);
      update private.document_commit_files f set up_to = (select d.seq from public.documents d where d.id = document.id)
      where f.commit_id = made;
    exception when others then
      -- What cannot be committed now (another commit is under way, say) waits in the Studio as any other change.
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      made := null;
    end;
  end if;
  return made;
end
$$;
comment on function public.apply_proposal_suggestion is 'Takes over what a comment suggests: the update of Yjs (base64) that the caller made of it becomes an edit of the working copy as any other, and the suggestion is marked. p_seq: the last update of the document that the caller had read; refused where there is another. Where the branch comes from Git and its file had no other changes, the edit is committed, and nothing that is typed after it. Answers the id in document_commits; null where nothing is committed.';

-- # Grants

grant execute on function public.apply_proposal_suggestion to authenticated;
