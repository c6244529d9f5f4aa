-- The problems of a branch: what its editors read of public.findings, a page at a time, with what is new against the default branch.

-- # Calls

create type public.branch_problem as (
  id bigint, rule text, severity text, message text, documentation_url text, file text, pointer text, start_line integer, start_column integer,
  end_line integer, end_column integer, node_uri text, node_slug text, node_name text, is_new boolean, waiver_id bigint, waiver_reason text,
  waiver_owner_id bigint, waiver_owner text, waiver_expires_on date);
comment on type public.branch_problem is 'A finding with the page of its node, whether the default branch has it not, and what waives it.';

create type public.branch_rule as (rule text, severity text, violations integer, waived integer);
comment on type public.branch_rule is 'How often a branch goes against a rule (violations: what is not waived).';

create type public.branch_problems as (
  state text, guide text, linted_at timestamptz, is_cut boolean, score integer, units integer, errors integer, warnings integer, infos integer,
  hints integer, waived integer, base_name text, new_errors integer, new_warnings integer, new_others integer, faults jsonb, hidden_faults integer,
  rules json, total integer, items json);
comment on type public.branch_problems is 'How a branch stands: state (current, outdated, failed, none), by which guide, how much of each severity; new_*: of it what the default branch (base_name) has not, null where they cannot be compared. rules: public.branch_rule, items: public.branch_problem.';

create function private.lint_score(units bigint, errors bigint, warnings bigint, others bigint)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case when units > 0 then round(100.0 * units / (units + 3 * errors + warnings + others / 4.0))::integer end
$$;
comment on function private.lint_score is 'The score of what has so many operations and models: 100 without a violation, 50 where there is as much weight as there are operations and models. An error weighs 3, a warning 1, an info or a hint a quarter. Null without any.';

create function public.branch_problems(
  p_branch_id bigint, p_severities text[] default null, p_rule text default null, p_uri text default null, p_search text default null,
  p_only text default null, p_limit integer default 50, p_offset integer default 0)
returns json
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '5s'
as $$
declare
  most_rows constant integer := 1000;
  wanted constant text := lower(nullif(btrim(left(p_search, 200)), ''));
  lint public.branch_lints;
  base public.branches;
  branch public.branches;
  new_ids bigint[];
  answer public.branch_problems;
begin
  select b.* into branch from public.branches b where b.id = p_branch_id;
  if branch.id is null or not private.can_in_project(branch.project_id, 'project_contents_update') then
    return null;
  end if;
  select l.* into lint from public.branch_lints l where l.branch_id = branch.id;
  answer.state := private.lint_state(branch.id);
  answer.guide := lint.guide;
  answer.linted_at := lint.linted_at;
  answer.is_cut := coalesce(lint.is_cut, false);
  answer.units := coalesce(lint.units, 0);
  answer.errors := coalesce(lint.errors, 0);
  answer.warnings := coalesce(lint.warnings, 0);
  answer.infos := coalesce(lint.infos, 0);
  answer.hints := coalesce(lint.hints, 0);
  answer.waived := coalesce(lint.waived, 0);
  if not lint.is_failed then
    answer.score := private.lint_score(lint.units, lint.errors, lint.warnings, lint.infos + lint.hints);
  end if;
  -- The words of a guide are for who reads it.
  select coalesce(jsonb_agg(f.fault || jsonb_build_object('guide', f.name) order by f.place) filter (where f.is_shown), '[]'),
    count(*) filter (where not f.is_shown)
  into answer.faults, answer.hidden_faults
  from (
    -- Of a guide that is deleted nobody can say any more who read it.
    select e.fault, e.place, p.name,
      e.fault ->> 'guide_id' is null or p.id is not null and private.can_in_project(p.id, 'project_read') as is_shown
    from jsonb_array_elements(lint.faults) with ordinality e (fault, place)
    left join public.projects p on p.id = (e.fault ->> 'guide_id')::bigint
  ) f;
  select d.* into base from public.branches d where d.project_id = branch.project_id and d.is_default and d.id <> branch.id;
  if base.id is not null then
    answer.base_name := base.name;
    if answer.state = 'current' and private.lint_state(base.id) = 'current' then
      select coalesce(array_agg(d.finding_id), '{}'), count(*) filter (where d.severity = 'error'), count(*) filter (where d.severity = 'warn'),
        count(*) filter (where d.severity in ('info', 'hint'))
      into new_ids, answer.new_errors, answer.new_warnings, answer.new_others
      from private.findings_delta(base.id, branch.id) d where d.change = 'added';
    end if;
  end if;
  select coalesce(json_agg(row(c.rule, c.severity, c.violations - c.waived, c.waived)::public.branch_rule
    order by array_position('{error,warn,info,hint}'::text[], c.severity), c.violations - c.waived desc, c.rule), '[]')
  into answer.rules
  from private.finding_counts c where c.branch_id = branch.id;
  with found as (
    select f.*
    from public.findings f
    where f.branch_id = branch.id
      and (p_severities is null or f.severity = any (p_severities))
      and (p_rule is null or f.rule = p_rule)
      and (p_uri is null or f.node_uri = p_uri)
      and (wanted is null or position(wanted in lower(f.message)) > 0 or position(wanted in lower(f.file)) > 0
        or position(wanted in lower(f.pointer)) > 0 or position(wanted in lower(f.rule)) > 0)
      and case p_only when 'new' then f.id = any (new_ids) when 'waived' then f.waiver_id is not null when 'debt' then
        f.waiver_id is null and f.id <> all (new_ids) else f.waiver_id is null end
  )
  select (select count(*) from found), (
    select coalesce(json_agg(row(page.id, page.rule, page.severity, page.message, page.documentation_url, page.file, page.pointer, page.start_line,
      page.start_column, page.end_line, page.end_column, page.node_uri, n.slug, n.name, new_ids is not null and page.id = any (new_ids),
      w.id, w.reason, w.owner_id, private.display_name(u), w.expires_on)::public.branch_problem
      order by page.row_place), '[]')
    from (
      select f.*, row_number() over (order by array_position('{error,warn,info,hint}'::text[], f.severity), f.file, f.start_line, f.start_column, f.rule, f.id) as row_place
      from found f
      order by row_place
      limit private.page_size(p_limit, 50, most_rows) offset least(greatest(coalesce(p_offset, 0), 0), 20000)
    ) page
    left join public.branch_nodes n on n.branch_id = page.branch_id and n.uri = page.node_uri
    left join public.finding_waivers w on w.id = page.waiver_id
    left join public.users u on u.id = w.owner_id)
  into answer.total, answer.items;
  return to_json(answer::public.branch_problems);
end
$$;
comment on function public.branch_problems is 'The problems of a branch, for who may change its content: all that are not waived, or (p_only) the new ones, the debt, the waived ones; of a severity, rule or node (p_uri), with words in them. A public.branch_problems with at most 1,000 items; null for others (hence json).';

-- # Grants

grant execute on function public.branch_problems to authenticated;
