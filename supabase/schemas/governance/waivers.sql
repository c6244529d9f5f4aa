-- Waivers: who answers for findings at a place, why, and until when.

-- # Rules

create function private.reason_against_waiver(project_id bigint, reason text, owner_id bigint, expires_on date)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when length(btrim(coalesce(reason, ''))) not between 1 and 1000 then 'waiver_reason_missing'
    when expires_on is null or expires_on not between (now() at time zone 'UTC')::date and (now() at time zone 'UTC')::date + 366 then 'waiver_expiry_invalid'
    when owner_id is null or not exists (
      select from public.project_role_permissions p
      where p.permission = 'project_contents_update'
        and p.role = private.effective_project_role(owner_id, reason_against_waiver.project_id)) then 'waiver_owner_invalid'
  end
$$;
comment on function private.reason_against_waiver is 'What speaks against a waiver: it has a reason, ends within a year, and its owner may change the content.';

create function private.lay_waivers(project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.lay_waivers is 'Lays the waivers of a project over the findings of its branches, and counts these anew.';

create function private.log_waiver(waiver public.finding_waivers, type text)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity(waiver.workspace_id, log_waiver.type, jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug,
    'rule', waiver.rule, 'file', waiver.file, 'node', waiver.node_uri, 'place', waiver.place, 'reason', waiver.reason, 'until', waiver.expires_on,
    'user_id', u.id, 'user', private.display_name(u)))
  from public.projects p left join public.users u on u.id = waiver.owner_id
  where p.id = waiver.project_id
$$;
comment on function private.log_waiver is 'Tells the trail of a waiver: of what, why, until when, and who answers for it.';

create function private.end_waivers()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.end_waivers is 'Counts what waivers covered whose last day is over; they are listed as over for ninety days more.';

-- # Calls

create function public.waive_finding(p_finding_id bigint, p_reason text, p_owner_id bigint, p_expires_on date)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 1000;
  finding public.findings;
  made public.finding_waivers;
begin
  perform private.allow_governing(20);
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
  values (finding.project_id, finding.workspace_id, finding.rule, finding.anchor, finding.place, finding.node_uri, finding.file, btrim(p_reason),
    p_owner_id, p_expires_on, private.current_user_id())
  -- One that is there, over or not, is made anew.
  on conflict (project_id, rule, md5(anchor || E'\n' || place)) do update set reason = excluded.reason, owner_id = excluded.owner_id,
    expires_on = excluded.expires_on, created_by = excluded.created_by, node_uri = excluded.node_uri, file = excluded.file
  returning * into made;
  perform private.log_waiver(made, 'project.waiver.created');
  perform private.lay_waivers(made.project_id);
  return made.id;
end
$$;
comment on function public.waive_finding is 'Answers for a finding until a day, and for those of its rule below its place, on all branches of the project. Answers the id of the waiver.';

create function public.update_waiver(p_id bigint, p_reason text, p_owner_id bigint, p_expires_on date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  waiver public.finding_waivers;
begin
  perform private.allow_governing(20);
  select w.* into waiver from public.finding_waivers w where w.id = p_id;
  if waiver.id is null or not private.knows_project(waiver.project_id) then
    perform private.problem('waiver_not_found');
  end if;
  perform private.lock_project_with(waiver.project_id, 'project_contents_update');
  perform private.require_nothing_against(private.reason_against_waiver(waiver.project_id, p_reason, p_owner_id, p_expires_on));
  update public.finding_waivers w set reason = btrim(p_reason), owner_id = p_owner_id, expires_on = p_expires_on
  where w.id = p_id returning * into waiver;
  if waiver.id is null then
    perform private.problem('waiver_not_found');
  end if;
  perform private.log_waiver(waiver, 'project.waiver.updated');
  perform private.lay_waivers(waiver.project_id);
end
$$;
comment on function public.update_waiver is 'Gives a waiver another reason, owner and last day.';

create function public.end_waiver(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  waiver public.finding_waivers;
begin
  perform private.allow_governing(20);
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
$$;
comment on function public.end_waiver is 'Ends a waiver: what it covered is a violation again.';

-- # Grants

grant execute on function public.waive_finding, public.update_waiver, public.end_waiver to authenticated;
