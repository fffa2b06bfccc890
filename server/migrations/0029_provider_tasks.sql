-- What the payments provider still has to do for us. The row is written with the change that needs it and stays until
-- the provider has done it, however often that fails: a job may end or be deleted before. `subject` is our payment's
-- id, or the provider's id of the subscription. rule: provider-tasks
create table provider_tasks (
  kind text not null check (kind in ('refund-payment', 'end-subscription')),
  subject text not null,
  ordered_at timestamptz not null,
  failures integer not null default 0,
  failed_at timestamptz,
  error text,
  done_at timestamptz,
  primary key (kind, subject)
);
create index provider_tasks_open on provider_tasks (coalesce(failed_at, ordered_at)) where done_at is null;

insert into provider_tasks (kind, subject, ordered_at)
  select 'refund-payment', id, coalesce(paid_at, created_at) from payments where refund_reason is not null and status = 'paid';
-- Ends of subscriptions had no row of their own: those whose job is still there, also after its last attempt.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute $sql$
      insert into provider_tasks (kind, subject, ordered_at)
      select 'end-subscription', jobs.payload ->> 'subscription_id', min(jobs.created_at)
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'end-subscription' and jobs.payload ->> 'subscription_id' is not null
      group by 2
    $sql$;
  end if;
end $$;
