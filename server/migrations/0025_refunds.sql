-- A refund whose credits were spent takes none back. The ledger then has an entry with the amount 0.
alter table lead_ledger
  drop constraint lead_ledger_check,
  add constraint lead_ledger_signs check (
    case kind when 'spent' then amount < 0 when 'withdrawn' then amount <= 0 else amount > 0 end
  );
