/** The looks of a link: in running text, and as the name that opens a row. */
export const linkLook = 'text-accent-text underline-offset-2 hover:underline'
export const rowLinkLook = 'min-w-0 truncate rounded-[4px] font-medium hover:underline underline-offset-2'
