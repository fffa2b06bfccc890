-- A credit also returns when the client cancels the accepted visit soon after the first contact. rule: lead-returns
alter table lead_ledger
  drop constraint lead_ledger_reason_check,
  add constraint lead_ledger_reason_check check (
    reason in (
      'activation', 'renewal', 'single_lead', 'operator', 'first_contact', 'came_back', 'no_word', 'silent',
      'cancelled_early', 'refund'
    )
  );
