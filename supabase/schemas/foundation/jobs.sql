-- Jobs of the worker, as the database sees them.

create function private.is_job_alive(job_key text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from graphile_worker.jobs j where j.key = is_job_alive.job_key and (j.locked_at is not null or j.attempts < j.max_attempts));
end
$$;
comment on function private.is_job_alive is 'Whether a job is being done or will be: one that has used up its attempts stays in the queue until it is cleaned up, and nobody does it.';
