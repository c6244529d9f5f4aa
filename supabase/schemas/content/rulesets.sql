-- Rulesets: what a linter outside reads of a project's style guide, with a token that opens nothing else.

-- # Tables

create table private.spectral_tokens (
  project_id bigint primary key references public.projects (id) on delete cascade,
  token_hash bytea not null unique,
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table private.spectral_tokens is 'One a project: its SHA-256 alone, so that it is shown once, when it is made.';
create index spectral_tokens_created_by_idx on private.spectral_tokens (created_by);
alter table private.spectral_tokens enable row level security;
create trigger log_change after insert or update of created_at or delete on private.spectral_tokens
  for each row execute function private.log_project_part('project.spectral_token', 'created_at');
create trigger log_first_use after update of last_used_at on private.spectral_tokens
  for each row when (old.last_used_at is null and new.last_used_at is not null) execute function private.log_first_use('project.spectral_token');

-- # Rules

create function private.branch_ruleset(branch_id bigint)
returns public.branch_files
language sql
stable
security definer
set search_path = ''
as $$
  select f.*
  from public.branch_nodes n
  join public.branch_files f on f.branch_id = n.branch_id and '/' || f.path = n.uri
  where n.branch_id = branch_ruleset.branch_id and n.type in ('spectral_ruleset', 'styleguide')
  order by length(f.path) - length(replace(f.path, '/', '')), n.type, f.path
  limit 1
$$;
comment on function private.branch_ruleset is 'The ruleset of a branch: the one nearest to its root.';

create function private.own_ruleset(project_id bigint)
returns public.branch_files
language sql
stable
security definer
set search_path = ''
as $$
  select r.*
  from public.projects p cross join lateral private.branch_ruleset(p.default_branch_id) r
  where p.id = own_ruleset.project_id and r.path is not null
$$;
comment on function private.own_ruleset is 'The ruleset of a project: the one nearest to the root of its default branch.';

create function private.extended_ruleset(project_id bigint, path text)
returns public.branch_files
language sql
stable
security definer
set search_path = ''
as $$
  with recursive root as (
    select r.branch_id, r.path from private.own_ruleset(extended_ruleset.project_id) r
  ), reached as (
    select '/' || root.path as uri from root
    union
    select e.to_uri
    from reached r
    join root on true
    join public.branch_nodes n on n.branch_id = root.branch_id and n.uri = r.uri and n.type = 'spectral_ruleset'
    join public.node_edges e on e.branch_id = root.branch_id and e.type = 'ref' and e.from_uri = r.uri
  )
  select f.*
  from root
  join public.branch_files f on f.branch_id = root.branch_id and f.path = extended_ruleset.path
  where '/' || f.path in (select r.uri from reached r)
$$;
comment on function private.extended_ruleset is 'A file that the ruleset of a project extends, by others or by itself; nothing for other files.';

create function private.style_guides_of(project_id bigint, reader_id bigint, for_anyone boolean default false)
returns bigint[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  most constant integer := 100;
  guides bigint[] := '{}';
  found bigint[] := array[project_id];
begin
  -- Each once, since two may extend each other.
  loop
    found := array(
      select g.id
      from (
        select s.style_guide_project_id as id, min(array_position(found, s.project_id)) as via, min(s.position) as place
        from public.project_style_guides s
        where s.project_id = any (found) and s.style_guide_project_id <> all (guides || style_guides_of.project_id)
        group by s.style_guide_project_id
        order by via, place
        limit most - cardinality(guides)
      ) g
      join public.projects p on p.id = g.id
      where (for_anyone or private.effective_project_role(reader_id, g.id) is not null) and private.is_style_guide(p)
      order by g.via, g.place);
    exit when found = '{}';
    guides := found || guides;
  end loop;
  return guides;
end
$$;
comment on function private.style_guides_of is 'The style guides that a project extends, those that they extend before them: of two rules with one name the later guide''s holds. Only what somebody reads, and what is reached through it; for_anyone: all of them, as what holds for the project whoever looks at it.';

-- # Calls

create function public.make_spectral_token(p_project_id bigint)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := 'wmsp_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  insert into private.spectral_tokens as t (project_id, token_hash, created_by)
  values (p_project_id, extensions.digest(token, 'sha256'), private.current_user_id())
  on conflict (project_id) do update
    set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(), last_used_at = null;
  return token;
end
$$;
comment on function public.make_spectral_token is 'Gives a project its Spectral token in place of the one before, which ends; the answer is the only place that ever shows it.';

create type public.ruleset_object as (path text, object text, size bigint);
comment on type public.ruleset_object is 'A file of a ruleset, and where it lies.';

create type public.opened_ruleset as (file public.ruleset_object, guide_ids jsonb);
comment on type public.opened_ruleset is 'What the Spectral token of a project opens: a file, or the style guides that the project extends.';

create function public.svc_spectral_ruleset(p_project_id bigint, p_token text, p_guide_id bigint default null, p_path text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  token private.spectral_tokens;
  guides bigint[];
  file public.branch_files;
begin
  select t.* into token
  from private.spectral_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.project_id = p_project_id and t.token_hash = extensions.digest(p_token, 'sha256');
  if token.project_id is null then
    return null;
  end if;
  update private.spectral_tokens t set last_used_at = now()
  where t.project_id = token.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  guides := private.style_guides_of(token.project_id, token.created_by);
  if p_guide_id is null or p_guide_id = any (guides) then
    file := case
      when p_guide_id is not null then private.guide_file(token.project_id, p_guide_id, p_path)
      when p_path is null then private.own_ruleset(token.project_id)
      else private.extended_ruleset(token.project_id, p_path)
    end;
  end if;
  return to_jsonb(row((
      select row(file.path, f.workspace_id || '/' || f.object_id, f.size)::public.ruleset_object
      from public.files f where f.workspace_id = file.workspace_id and f.hash = file.hash), case when p_guide_id is null and p_path is null then (
      select coalesce(jsonb_agg(g.id order by g.place), '[]')
      from unnest(guides) with ordinality g (id, place)
      where (private.guide_file(token.project_id, g.id, null)).path is not null) else '[]' end)::public.opened_ruleset);
end
$$;
comment on function public.svc_spectral_ruleset is 'What a Spectral token opens: the ruleset of its project or of a style guide that the project extends and the token''s maker reads, or a file that it extends (file: {path, object, size} or null); of the project itself the style guides that have one, too. Null for a token that does not hold.';

-- # Grants

grant execute on function public.make_spectral_token to authenticated;
grant execute on function public.svc_spectral_ruleset to service_role;
