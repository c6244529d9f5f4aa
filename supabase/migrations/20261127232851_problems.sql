set local check_function_bodies = off;

CREATE TABLE "private"."finding_days" ("project_id" bigint NOT NULL, "day" date NOT NULL, "rule" text NOT NULL, "severity" text NOT NULL, "workspace_id" bigint NOT NULL, "change" integer NOT NULL, CONSTRAINT "finding_days_pkey" PRIMARY KEY (project_id, day, rule, severity));

ALTER TABLE "private"."finding_days" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."project_standing" AS ("project_id" bigint, "branch_id" bigint, "name" text, "slug" text, "guide" text, "is_failed" boolean, "units" integer, "errors" integer, "warnings" integer, "others" integer, "waived" integer, "linted_at" timestamp with time zone, "branch_slug" text);

CREATE TYPE "public"."branch_problems" AS ("state" text, "guide" text, "linted_at" timestamp with time zone, "is_cut" boolean, "score" integer, "units" integer, "errors" integer, "warnings" integer, "infos" integer, "hints" integer, "waived" integer, "base_name" text, "new_errors" integer, "new_warnings" integer, "new_others" integer, "faults" jsonb, "hidden_faults" integer, "rules" json, "total" integer, "items" json);

CREATE TYPE "public"."branch_problem" AS ("id" bigint, "rule" text, "severity" text, "message" text, "documentation_url" text, "file" text, "pointer" text, "start_line" integer, "start_column" integer, "end_line" integer, "end_column" integer, "node_uri" text, "node_slug" text, "node_name" text, "is_new" boolean, "waiver_id" bigint, "waiver_reason" text, "waiver_owner_id" bigint, "waiver_owner" text, "waiver_expires_on" date);

CREATE TYPE "public"."branch_rule" AS ("rule" text, "severity" text, "violations" integer, "waived" integer);

CREATE TYPE "public"."governance_day" AS ("day" date, "errors" bigint, "warnings" bigint, "others" bigint);

CREATE TYPE "public"."governance_report" AS ("projects" integer, "unlinted" integer, "units" integer, "errors" integer, "warnings" integer, "others" integer, "waived" integer, "score" integer, "total" integer, "items" json);

CREATE TYPE "public"."governance_row" AS ("key" text, "name" text, "slug" text, "severity" text, "projects" integer, "projects_with" integer, "units" integer, "errors" integer, "warnings" integer, "others" integer, "waived" integer, "score" integer, "guide" text, "linted_at" timestamp with time zone, "branch_slug" text);

CREATE TYPE "public"."governance_waiver" AS ("id" bigint, "project_id" bigint, "project_name" text, "project_slug" text, "rule" text, "file" text, "node_uri" text, "place" text, "reason" text, "owner_id" bigint, "owner_name" text, "expires_on" date, "is_over" boolean, "findings" integer, "created_at" timestamp with time zone);

CREATE OR REPLACE FUNCTION private.count_day(project_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.end_waivers()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project record;
  ended integer := 0;
begin
  for project in
    with over as (
      select distinct f.project_id
      from public.finding_waivers w join public.findings f on f.waiver_id = w.id
      where w.expires_on < (now() at time zone 'UTC')::date
    ) select o.project_id as id from over o order by o.project_id
  loop
    perform private.lay_waivers(project.id);
    ended := ended + 1;
  end loop;
  delete from public.finding_waivers w where w.expires_on < (now() at time zone 'UTC')::date - 90;
  return ended;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.branches b where b.id = new.branch_id and b.is_default) then
    perform private.count_day(new.project_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.knows_project(project_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.can_in_project(knows_project.project_id, 'project_read')
    or exists (select 1 from public.projects p where p.id = knows_project.project_id and p.is_open)
$function$;

CREATE OR REPLACE FUNCTION private.lay_waivers(project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch_id bigint;
begin
  -- In one order, for a lint holds its branch as well.
  for branch_id in
    select l.branch_id from public.branch_lints l where l.project_id = lay_waivers.project_id order by l.branch_id
  loop
    perform 1 from public.branches b where b.id = branch_id for no key update;
    perform private.apply_waivers(branch_id);
    perform private.count_findings(branch_id);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.lint_score(units bigint, errors bigint, warnings bigint, others bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when units > 0 then round(100.0 * units / (units + 3 * errors + warnings + others / 4.0))::integer end
$function$;

CREATE OR REPLACE FUNCTION private.log_waiver(waiver public.finding_waivers, type text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity(waiver.workspace_id, log_waiver.type, jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug,
    'rule', waiver.rule, 'file', waiver.file, 'node', waiver.node_uri, 'place', waiver.place, 'reason', waiver.reason, 'until', waiver.expires_on,
    'user_id', u.id, 'user', private.display_name(u)))
  from public.projects p left join public.users u on u.id = waiver.owner_id
  where p.id = waiver.project_id
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_waiver(project_id bigint, reason text, owner_id bigint, expires_on date)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when length(btrim(coalesce(reason, ''))) not between 1 and 1000 then 'waiver_reason_missing'
    when expires_on is null or expires_on not between (now() at time zone 'UTC')::date and (now() at time zone 'UTC')::date + 366 then 'waiver_expiry_invalid'
    when owner_id is null or not exists (
      select from public.project_role_permissions p
      where p.permission = 'project_contents_update'
        and p.role = private.effective_project_role(owner_id, reason_against_waiver.project_id)) then 'waiver_owner_invalid'
  end
$function$;

CREATE OR REPLACE FUNCTION private.standings(workspace_id bigint, team_id bigint, owner_id bigint, search text)
 RETURNS SETOF private.project_standing
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.branch_problems(p_branch_id bigint, p_severities text[] DEFAULT NULL::text[], p_rule text DEFAULT NULL::text, p_uri text DEFAULT NULL::text, p_search text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
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
    select e.fault, e.place, p.name, p.id is null or private.can_in_project(p.id, 'project_read') as is_shown
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
  return to_json(answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.end_waiver(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiver public.finding_waivers;
begin
  select w.* into waiver from public.finding_waivers w where w.id = p_id;
  if waiver.id is null or not private.knows_project(waiver.project_id) then
    perform private.problem('waiver_not_found');
  end if;
  perform private.lock_project_with(waiver.project_id, 'project_contents_update');
  delete from public.finding_waivers w where w.id = p_id returning * into waiver;
  if waiver.id is null then
    return;
  end if;
  perform private.log_waiver(waiver, 'project.waiver.deleted');
  perform private.lay_waivers(waiver.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.governance_report(p_workspace_id bigint, p_by text DEFAULT 'project'::text, p_rule text DEFAULT NULL::text, p_team_id bigint DEFAULT NULL::bigint, p_owner_id bigint DEFAULT NULL::bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
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
  return to_json(answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.governance_trend(p_workspace_id bigint, p_rule text DEFAULT NULL::text, p_project_id bigint DEFAULT NULL::bigint, p_team_id bigint DEFAULT NULL::bigint, p_owner_id bigint DEFAULT NULL::bigint, p_days integer DEFAULT 90)
 RETURNS SETOF public.governance_day
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.governance_waivers(p_workspace_id bigint, p_project_id bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with mine as (
      select w.*, p.name as project_name, p.slug as project_slug, p.default_branch_id
      from private.projects_with('project_contents_update') p join public.finding_waivers w on w.project_id = p.id
      where p.workspace_id = p_workspace_id and (p_project_id is null or p.id = p_project_id)
    )
    select json_build_object('total', (select count(*) from mine), 'items', coalesce((
      select json_agg(row(page.id, page.project_id, page.project_name, page.project_slug, page.rule, page.file, page.node_uri, page.place, page.reason,
        page.owner_id, private.display_name(u), page.expires_on, page.expires_on < (now() at time zone 'UTC')::date,
        (select count(*) from public.findings f where f.waiver_id = page.id and f.branch_id = page.default_branch_id),
        page.created_at)::public.governance_waiver order by page.expires_on, page.id)
      from (
        select * from mine m order by m.expires_on, m.id limit private.page_size(p_limit, 50, 1000) offset least(greatest(coalesce(p_offset, 0), 0), 100000)
      ) page left join public.users u on u.id = page.owner_id), '[]')));
end
$function$;

CREATE OR REPLACE FUNCTION public.update_waiver(p_id bigint, p_reason text, p_owner_id bigint, p_expires_on date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiver public.finding_waivers;
begin
  select w.* into waiver from public.finding_waivers w where w.id = p_id;
  if waiver.id is null or not private.knows_project(waiver.project_id) then
    perform private.problem('waiver_not_found');
  end if;
  perform private.lock_project_with(waiver.project_id, 'project_contents_update');
  perform private.require_nothing_against(private.reason_against_waiver(waiver.project_id, p_reason, p_owner_id, p_expires_on));
  update public.finding_waivers w set reason = p_reason, owner_id = p_owner_id, expires_on = p_expires_on
  where w.id = p_id returning * into waiver;
  if waiver.id is null then
    perform private.problem('waiver_not_found');
  end if;
  perform private.log_waiver(waiver, 'project.waiver.updated');
  perform private.lay_waivers(waiver.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.waive_finding(p_finding_id bigint, p_reason text, p_owner_id bigint, p_expires_on date)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 1000;
  finding public.findings;
  made public.finding_waivers;
begin
  select f.* into finding from public.findings f where f.id = p_finding_id;
  if finding.id is null or not private.knows_project(finding.project_id) then
    perform private.problem('finding_not_found');
  end if;
  perform private.lock_project_with(finding.project_id, 'project_contents_update');
  perform private.require_nothing_against(private.reason_against_waiver(finding.project_id, p_reason, p_owner_id, p_expires_on));
  if (select count(*) >= most from public.finding_waivers w where w.project_id = finding.project_id) then
    perform private.problem('too_many_waivers');
  end if;
  insert into public.finding_waivers as w (project_id, workspace_id, rule, anchor, place, node_uri, file, reason, owner_id, expires_on, created_by)
  values (finding.project_id, finding.workspace_id, finding.rule, finding.anchor, finding.place, finding.node_uri, finding.file, p_reason,
    p_owner_id, p_expires_on, private.current_user_id())
  -- One that is there, over or not, is made anew.
  on conflict (project_id, rule, md5(anchor || E'\n' || place)) do update set reason = excluded.reason, owner_id = excluded.owner_id,
    expires_on = excluded.expires_on, created_by = excluded.created_by, node_uri = excluded.node_uri, file = excluded.file
  returning * into made;
  perform private.log_waiver(made, 'project.waiver.created');
  perform private.lay_waivers(made.project_id);
  return made.id;
end
$function$;

ALTER TABLE "private"."finding_days" ADD CONSTRAINT "finding_days_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

CREATE INDEX finding_days_workspace_idx ON private.finding_days USING btree (workspace_id, day);

CREATE TRIGGER keep_days AFTER INSERT OR UPDATE ON public.branch_lints FOR EACH ROW EXECUTE FUNCTION private.keep_days();

COMMENT ON FUNCTION "private"."count_day"(bigint) IS 'Writes down what there is today of each rule on the default branch of a project.';

COMMENT ON FUNCTION "private"."end_waivers"() IS 'Counts what waivers covered whose last day is over; they are listed as over for ninety days more.';

COMMENT ON FUNCTION "private"."keep_days"() IS 'Counts the day of a project whose default branch was linted, or is counted anew.';

COMMENT ON FUNCTION "private"."knows_project"(bigint) IS 'Whether the caller may know that a project is there: what they may not do in it is refused, and not unseen.';

COMMENT ON FUNCTION "private"."lay_waivers"(bigint) IS 'Lays the waivers of a project over the findings of its branches, and counts these anew.';

COMMENT ON FUNCTION "private"."lint_score"(bigint, bigint, bigint, bigint) IS 'The score of what has so many operations and models: 100 without a violation, 50 where there is as much weight as there are operations and models. An error weighs 3, a warning 1, an info or a hint a quarter. Null without any.';

COMMENT ON FUNCTION "private"."log_waiver"(public.finding_waivers, text) IS 'Tells the trail of a waiver: of what, why, until when, and who answers for it.';

COMMENT ON FUNCTION "private"."reason_against_waiver"(bigint, text, bigint, date) IS 'What speaks against a waiver: it has a reason, ends within a year, and its owner may change the content.';

COMMENT ON FUNCTION "private"."standings"(bigint, bigint, bigint, text) IS 'The projects of a workspace whose content the caller may change, as they stand: those of a team, of an owner, with a text in their name.';

COMMENT ON FUNCTION "public"."branch_problems"(bigint, text[], text, text, text, text, integer, integer) IS 'The problems of a branch, for who may change its content: all that are not waived, or (p_only) the new ones, the debt, the waived ones; of a severity, rule or node (p_uri), with words in them. A public.branch_problems with at most 1,000 items; null for others (hence json).';

COMMENT ON FUNCTION "public"."end_waiver"(bigint) IS 'Ends a waiver: what it covered is a violation again.';

COMMENT ON FUNCTION "public"."governance_report"(bigint, text, text, bigint, bigint, text, integer, integer) IS 'How the projects whose content the caller may change stand on their default branches, by project, rule, team or owner (p_by), the worst first: of all of them, or of one rule, team, owner. A public.governance_report (json: a page of rows) with at most 1,000 items.';

COMMENT ON FUNCTION "public"."governance_trend"(bigint, text, bigint, bigint, bigint, integer) IS 'The violations at the end of each of the last days, on the default branches of the projects whose content the caller may change: of all of them, or of one rule, project, team, owner.';

COMMENT ON FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer) IS 'The waivers of the projects whose content the caller may change, those that end first before others: {total, items: [public.governance_waiver]} (hence json).';

COMMENT ON FUNCTION "public"."update_waiver"(bigint, text, bigint, date) IS 'Gives a waiver another reason, owner and last day.';

COMMENT ON FUNCTION "public"."waive_finding"(bigint, text, bigint, date) IS 'Answers for a finding until a day, and for those of its rule below its place, on all branches of the project. Answers the id of the waiver.';

COMMENT ON TABLE "private"."finding_days" IS 'By how much the violations of a rule on the default branch of a project became more or fewer on a day (UTC): added up until a day, they are what there was at its end.';

COMMENT ON TYPE "private"."project_standing" IS 'How the default branch of a project stands; nothing of one that was not linted yet.';

COMMENT ON TYPE "public"."branch_problem" IS 'A finding with the page of its node, whether the default branch has it not, and what waives it.';

COMMENT ON TYPE "public"."branch_problems" IS 'How a branch stands: state (current, outdated, failed, none), by which guide, how much of each severity; new_*: of it what the default branch (base_name) has not, null where they cannot be compared. rules: public.branch_rule, items: public.branch_problem.';

COMMENT ON TYPE "public"."branch_rule" IS 'How often a branch goes against a rule (violations: what is not waived).';

COMMENT ON TYPE "public"."governance_day" IS 'The violations at the end of a day (UTC).';

COMMENT ON TYPE "public"."governance_report" IS 'How the projects that the caller edits stand together, and (items: public.governance_row) each of them, or by rule, team, owner.';

COMMENT ON TYPE "public"."governance_row" IS 'A project, rule, team or person of the report: of how many projects, how many of these have violations, how many violations. key: the id, or the name of the rule with its severity before it.';

COMMENT ON TYPE "public"."governance_waiver" IS 'A waiver with its project, its owner, and how many findings of the default branch it covers.';

REVOKE ALL ON FUNCTION "private"."count_day"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_day"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_waivers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_waivers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_days"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."knows_project"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."knows_project"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lay_waivers"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lay_waivers"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_score"(bigint, bigint, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_score"(bigint, bigint, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_waiver"(public.finding_waivers, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_waiver"(public.finding_waivers, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_waiver"(bigint, text, bigint, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_waiver"(bigint, text, bigint, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."standings"(bigint, bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."standings"(bigint, bigint, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."branch_problems"(bigint, text[], text, text, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_problems"(bigint, text[], text, text, text, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_waiver"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_waiver"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."governance_report"(bigint, text, text, bigint, bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."governance_report"(bigint, text, text, bigint, bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."governance_trend"(bigint, text, bigint, bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."governance_trend"(bigint, text, bigint, bigint, bigint, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_waiver"(bigint, text, bigint, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_waiver"(bigint, text, bigint, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."waive_finding"(bigint, text, bigint, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."waive_finding"(bigint, text, bigint, date) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."finding_days" TO "postgres";

GRANT USAGE ON TYPE "private"."project_standing" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_problem" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_problems" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_rule" TO "postgres";

GRANT USAGE ON TYPE "public"."governance_day" TO "postgres";

GRANT USAGE ON TYPE "public"."governance_report" TO "postgres";

GRANT USAGE ON TYPE "public"."governance_row" TO "postgres";

GRANT USAGE ON TYPE "public"."governance_waiver" TO "postgres";

-- Sentences: what cannot be waived.
insert into private.reasons (reason, code, status, sentence, field) values
  ('finding_not_found', 'NOT_FOUND', 404, 'Problem not found.', null),
  ('too_many_waivers', 'CONFLICT', 409, 'A project can have 1,000 waivers.', null),
  ('waiver_expiry_invalid', 'VALIDATION_ERROR', 400, 'Choose a last day between today and a year from now.', 'expires_on'),
  ('waiver_not_found', 'NOT_FOUND', 404, 'Waiver not found.', null),
  ('waiver_owner_invalid', 'VALIDATION_ERROR', 400, 'Choose somebody who may edit this project.', 'owner_id'),
  ('waiver_reason_missing', 'VALIDATION_ERROR', 400, 'Say why, in at most 1,000 characters.', 'reason');
