/** The looks of a link: in running text, and as the name that opens a row. */
export const linkLook =
  'rounded-[4px] underline decoration-[var(--gray-7)] underline-offset-[3px] hover:decoration-current'
export const rowLinkLook = 'min-w-0 truncate rounded-[4px] font-medium hover:underline underline-offset-2'
