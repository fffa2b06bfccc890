export const LONG_NAME =
  'Maximiliana-Aparecida Wolfeschlegelsteinhausenbergerdorff dos Santos Albuquerque'

export const LONG_WORD = 'Wolfeschlegelsteinhausenbergerdorffvorausschauendigkeitszertifikat'
