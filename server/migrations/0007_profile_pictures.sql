alter table professionals
  -- Grows with each save of the form. A save of an older version is refused. rule: edit-conflict
  add column version integer not null default 1,
  -- Size and placeholder of the professional's pictures as profiles show them: [{url, width, height, placeholder}].
  add column images jsonb not null default '[]';
