-- The report of governance: how the projects that somebody edits stand, by project, rule, team and owner, and how that went over time.

-- # Tables

create table private.finding_days (
  project_id bigint not null references public.projects (id) on delete cascade,
  day date not null,
  rule text not null,
  severity text not null,
  workspace_id bigint not null,
  change integer not null,
  primary key (project_id, day, rule, severity)
);
comment on table private.finding_days is 'By how much the violations of a rule on the default branch of a project became more or fewer on a day (UTC): added up until a day, they are what there was at its end.';
create index finding_days_workspace_idx on private.finding_days (workspace_id, day);
alter table private.finding_days enable row level security;

-- # Rules

create function private.count_day(project_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.finding_days as f (project_id, day, rule, severity, workspace_id, change)
  select count_day.project_id, (now() at time zone 'UTC')::date, both_sides.rule, both_sides.severity, p.workspace_id, sum(both_sides.violations)
  from public.projects p
  cross join lateral (
    select c.rule, c.severity, c.violations - c.waived as violations from private.finding_counts c where c.branch_id = p.default_branch_id
    union all
    select d.rule, d.severity, -sum(d.change) from private.finding_days d where d.project_id = p.id group by d.rule, d.severity
  ) both_sides
  where p.id = count_day.project_id
  group by both_sides.rule, both_sides.severity, p.workspace_id
  having sum(both_sides.violations) <> 0
  on conflict (project_id, day, rule, severity) do update set change = f.change + excluded.change
$$;
comment on function private.count_day is 'Writes down what there is today of each rule on the default branch of a project.';

create function private.keep_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.branches b where b.id = new.branch_id and b.is_default) then
    perform private.count_day(new.project_id);
  end if;
  return null;
end
$$;
comment on function private.keep_days is 'Counts the day of a project whose default branch was linted, or is counted anew.';
create trigger keep_days after insert or update on public.branch_lints for each row execute function private.keep_days();

create type private.project_standing as (
  project_id bigint, branch_id bigint, name text, slug text, guide text, is_failed boolean, units integer, errors integer, warnings integer,
  others integer, waived integer, linted_at timestamptz, branch_slug text);
comment on type private.project_standing is 'How the default branch of a project stands; nothing of one that was not linted yet.';

create function private.standings(workspace_id bigint, team_id bigint, owner_id bigint, search text)
returns setof private.project_standing
language sql
stable
security definer
set search_path = ''
as $$
  select p.id, p.default_branch_id, p.name, p.slug, l.guide, l.is_failed, coalesce(l.units, 0), coalesce(l.errors, 0), coalesce(l.warnings, 0),
    coalesce(l.infos + l.hints, 0), coalesce(l.waived, 0), l.linted_at, b.slug
  from private.projects_with('project_contents_update') p
  left join public.branches b on b.id = p.default_branch_id
  left join public.branch_lints l on l.branch_id = p.default_branch_id
  where p.workspace_id = standings.workspace_id and p.flavor <> 'style_guide'
    and (standings.team_id is null or exists (
      select from public.project_teams t where t.project_id = p.id and t.team_id = standings.team_id))
    and (standings.owner_id is null or exists (
      select from public.project_members m where m.project_id = p.id and m.role = 'owner' and m.user_id = standings.owner_id))
    and (standings.search is null or position(standings.search in lower(p.name)) > 0)
$$;
comment on function private.standings is 'The projects of a workspace whose content the caller may change, as they stand: those of a team, of an owner, with a text in their name.';

-- # Calls

create type public.governance_row as (
  key text, name text, slug text, severity text, projects integer, projects_with integer, units integer, errors integer, warnings integer,
  others integer, waived integer, score integer, guide text, linted_at timestamptz, branch_slug text);
comment on type public.governance_row is 'A project, rule, team or person of the report: of how many projects, how many of these have violations, how many violations. key: the id, or the name of the rule with its severity before it.';

create type public.governance_report as (
  projects integer, unlinted integer, units integer, errors integer, warnings integer, others integer, waived integer, score integer, total integer,
  items json);
comment on type public.governance_report is 'How the projects that the caller edits stand together, and (items: public.governance_row) each of them, or by rule, team, owner.';

create function public.governance_report(
  p_workspace_id bigint, p_by text default 'project', p_rule text default null, p_team_id bigint default null, p_owner_id bigint default null,
  p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns json
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '5s'
as $$
declare
  most_rows constant integer := 1000;
  wanted constant text := lower(nullif(btrim(left(p_search, 100)), ''));
  size constant integer := private.page_size(p_limit, 50, most_rows);
  skipped constant integer := least(greatest(coalesce(p_offset, 0), 0), 100000);
  answer public.governance_report;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  with standing as materialized (
    select s.*, coalesce(r.violations, 0) as of_rule, coalesce(r.errors, 0) as rule_errors, coalesce(r.warnings, 0) as rule_warnings,
      coalesce(r.others, 0) as rule_others, coalesce(r.waived, 0) as rule_waived
    from private.standings(p_workspace_id, p_team_id, p_owner_id, case when p_by = 'project' then wanted end) s
    left join (
      select c.branch_id, sum(c.violations - c.waived) as violations,
        sum(c.violations - c.waived) filter (where c.severity = 'error') as errors,
        sum(c.violations - c.waived) filter (where c.severity = 'warn') as warnings,
        sum(c.violations - c.waived) filter (where c.severity in ('info', 'hint')) as others, sum(c.waived) as waived
      from private.finding_counts c where c.workspace_id = p_workspace_id and c.rule = p_rule
      group by c.branch_id
    ) r on r.branch_id = s.branch_id
  ), narrowed as (
    -- Of one rule only its own violations count, and the projects that have some.
    select s.project_id, s.branch_id, s.name, s.slug, s.guide, s.is_failed, s.linted_at, s.units, s.branch_slug,
      case when p_rule is null then s.errors else s.rule_errors end as errors,
      case when p_rule is null then s.warnings else s.rule_warnings end as warnings,
      case when p_rule is null then s.others else s.rule_others end as others,
      case when p_rule is null then s.waived else s.rule_waived end as waived
    from standing s
    where p_rule is null or s.of_rule + s.rule_waived > 0
  ), rows as (
    select n.project_id::text as key, n.name, n.slug, null::text as severity, 1 as projects, (n.errors + n.warnings + n.others > 0)::integer as projects_with,
      n.units, n.errors, n.warnings, n.others, n.waived, n.guide, n.linted_at, coalesce(n.is_failed, false) as is_failed, n.branch_slug
    from narrowed n where p_by = 'project'
    union all
    select c.severity || ':' || c.rule, c.rule, null, c.severity, count(*)::integer, (count(*) filter (where c.violations > c.waived))::integer, 0,
      coalesce(sum(c.violations - c.waived) filter (where c.severity = 'error'), 0)::integer,
      coalesce(sum(c.violations - c.waived) filter (where c.severity = 'warn'), 0)::integer,
      coalesce(sum(c.violations - c.waived) filter (where c.severity in ('info', 'hint')), 0)::integer, sum(c.waived)::integer, null, null, false, null
    from narrowed n join private.finding_counts c on c.branch_id = n.branch_id
    where p_by = 'rule' and (p_rule is null or c.rule = p_rule) and (wanted is null or position(wanted in lower(c.rule)) > 0)
    group by c.rule, c.severity
    union all
    select t.id::text, t.name, t.slug, null, count(*)::integer, (count(*) filter (where n.errors + n.warnings + n.others > 0))::integer, sum(n.units)::integer,
      sum(n.errors)::integer, sum(n.warnings)::integer, sum(n.others)::integer, sum(n.waived)::integer, null, max(n.linted_at), false, null
    from narrowed n join public.project_teams pt on pt.project_id = n.project_id join public.teams t on t.id = pt.team_id
    where p_by = 'team' and (wanted is null or position(wanted in lower(t.name)) > 0)
    group by t.id
    union all
    select u.id::text, private.display_name(u), u.username, null, count(*)::integer,
      (count(*) filter (where n.errors + n.warnings + n.others > 0))::integer, sum(n.units)::integer, sum(n.errors)::integer, sum(n.warnings)::integer,
      sum(n.others)::integer, sum(n.waived)::integer, null, max(n.linted_at), false, null
    from narrowed n join public.project_members m on m.project_id = n.project_id and m.role = 'owner' join public.users u on u.id = m.user_id
    where p_by = 'owner' and (wanted is null or position(wanted in lower(private.display_name(u))) > 0)
    group by u.id
  ), listed as (
    select row(r.key, r.name, r.slug, r.severity, r.projects, r.projects_with, r.units, r.errors, r.warnings, r.others, r.waived,
      case when p_by <> 'rule' and p_rule is null and not r.is_failed then private.lint_score(r.units, r.errors, r.warnings, r.others) end, r.guide,
      r.linted_at, r.branch_slug)::public.governance_row as item,
      row_number() over (order by r.errors desc, r.warnings desc, r.others desc, lower(r.name), r.key) as place
    from rows r
    order by place limit size offset skipped
  )
  select count(*), count(*) filter (where n.linted_at is null), coalesce(sum(n.units), 0), coalesce(sum(n.errors), 0), coalesce(sum(n.warnings), 0),
    coalesce(sum(n.others), 0), coalesce(sum(n.waived), 0), null, (select count(*) from rows), (
      select coalesce(json_agg(l.item order by l.place), '[]') from listed l)
  into answer.projects, answer.unlinted, answer.units, answer.errors, answer.warnings, answer.others, answer.waived, answer.score, answer.total,
    answer.items
  from narrowed n;
  if p_rule is null then
    answer.score := private.lint_score(answer.units, answer.errors, answer.warnings, answer.others);
  end if;
  return to_json(answer::public.governance_report);
end
$$;
comment on function public.governance_report is 'How the projects whose content the caller may change stand on their default branches, by project, rule, team or owner (p_by), the worst first: of all of them, or of one rule, team, owner. A public.governance_report (json: a page of rows) with at most 1,000 items.';

create type public.governance_day as (day date, errors bigint, warnings bigint, others bigint);
comment on type public.governance_day is 'The violations at the end of a day (UTC).';

create function public.governance_trend(
  p_workspace_id bigint, p_rule text default null, p_project_id bigint default null, p_team_id bigint default null, p_owner_id bigint default null,
  p_days integer default 90)
returns setof public.governance_day
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '5s'
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  days constant integer := private.page_size(p_days, 90, 366);
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return query
  with mine as materialized (
    select s.project_id from private.standings(p_workspace_id, p_team_id, p_owner_id, null) s
    where p_project_id is null or s.project_id = p_project_id
  ), changes as (
    -- What came before the first day is in it.
    select greatest(d.day, today - days + 1) as day, sum(d.change) filter (where d.severity = 'error') as errors,
      sum(d.change) filter (where d.severity = 'warn') as warnings, sum(d.change) filter (where d.severity in ('info', 'hint')) as others
    from private.finding_days d join mine on mine.project_id = d.project_id
    where d.workspace_id = p_workspace_id and (p_rule is null or d.rule = p_rule)
    group by 1
  )
  select c.day::date, coalesce(sum(o.errors) over sofar, 0)::bigint, coalesce(sum(o.warnings) over sofar, 0)::bigint,
    coalesce(sum(o.others) over sofar, 0)::bigint
  from generate_series(today - days + 1, today, interval '1 day') c (day)
  left join changes o on o.day = c.day::date
  window sofar as (order by c.day);
end
$$;
comment on function public.governance_trend is 'The violations at the end of each of the last days, on the default branches of the projects whose content the caller may change: of all of them, or of one rule, project, team, owner.';

create type public.governance_waiver as (
  id bigint, project_id bigint, project_name text, project_slug text, rule text, file text, node_uri text, place text, reason text, owner_id bigint,
  owner_name text, expires_on date, is_over boolean, findings integer, created_at timestamptz);
comment on type public.governance_waiver is 'A waiver with its project, its owner, and how many findings of the default branch it covers.';

create type public.governance_waiver_page as (items public.governance_waiver[], total bigint);
comment on type public.governance_waiver_page is 'A page of waivers, and how many there are in all.';

create function public.governance_waivers(p_workspace_id bigint, p_project_id bigint default null, p_limit integer default 50, p_offset integer default 0)
returns public.governance_waiver_page
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with mine as (
      select w.*, p.name as project_name, p.slug as project_slug, p.default_branch_id
      from private.projects_with('project_contents_update') p join public.finding_waivers w on w.project_id = p.id
      where p.workspace_id = p_workspace_id and (p_project_id is null or p.id = p_project_id)
    )
    select row(coalesce((
      select array_agg(row(page.id, page.project_id, page.project_name, page.project_slug, page.rule, page.file, page.node_uri, page.place, page.reason,
        page.owner_id, private.display_name(u), page.expires_on, page.expires_on < (now() at time zone 'UTC')::date,
        (select count(*) from public.findings f where f.waiver_id = page.id and f.branch_id = page.default_branch_id),
        page.created_at)::public.governance_waiver order by page.expires_on, page.id)
      from (
        select * from mine m order by m.expires_on, m.id limit private.page_size(p_limit, 50, 1000) offset least(greatest(coalesce(p_offset, 0), 0), 100000)
      ) page left join public.users u on u.id = page.owner_id), '{}'), (select count(*) from mine))::public.governance_waiver_page);
end
$$;
comment on function public.governance_waivers is 'The waivers of the projects whose content the caller may change, those that end first before others.';

-- # Grants

grant execute on function public.governance_report, public.governance_trend, public.governance_waivers to authenticated;
