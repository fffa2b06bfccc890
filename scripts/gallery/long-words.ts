export const LONG =
  'Maximiliana-Aparecida Wolfeschlegelsteinhausenbergerdorff dos Santos Albuquerque'

export const LONG_WORD = 'Wolfeschlegelsteinhausenbergerdorffvorausschauendigkeitszertifikat'
