-- rule: case-titles. A title is a code and what its sentence has in it, so that each screen has its own language.
alter table cases rename column title to title_code;
alter table cases add column title_params jsonb not null default '{}';

update cases set title_code = case
    when queue = 'verification' and title_code like 'Disputed%' then 'notice_disputed'
    when queue = 'verification' then 'check_waits'
    when queue = 'visits' then 'problem_disputed'
    when queue = 'reviews' then kind
    when queue = 'support' then 'support_message'
    when queue = 'jobs' then 'job_failed'
    when queue = 'refunds' and kind = 'failed_refund' then 'refund_failed'
    when queue = 'refunds' and title_code like '% credits %' then 'credits_wait'
    when queue = 'refunds' then 'refund_waits'
    when queue = 'appeals' and subject_kind = 'conversation' then 'was_needed'
    when queue = 'appeals' then 'appeal'
    when subject_key like 'contacts:%' then 'many_contacts'
    when title_code like '%: %' then 'report_because'
    else 'report'
  end,
  title_params = case
    when queue in ('verification', 'visits') then jsonb_build_object('kind', kind)
    when queue = 'support' then jsonb_build_object('topic', kind)
    when queue = 'jobs' then jsonb_build_object('name', subject_label)
    when queue = 'refunds' and kind = 'failed_refund' then jsonb_build_object('payment', subject_label)
    when queue = 'refunds' and title_code like '% credits %'
      then jsonb_build_object('amount', split_part(title_code, ' ', 1)::integer)
    when queue = 'appeals' and subject_kind <> 'conversation' then jsonb_build_object('action', kind)
    when queue = 'reports' and subject_key not like 'contacts:%' and title_code like '%: %'
      then jsonb_build_object('subject', kind, 'reason', split_part(title_code, ': ', 2))
    when queue = 'reports' and subject_key not like 'contacts:%' then jsonb_build_object('subject', kind)
    else '{}'
  end;
