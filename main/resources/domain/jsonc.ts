/** What was found between quotes or outside of them, comments left out. */
function withoutComments(text: string): string {
  // A string is matched first, so that slashes inside it are no comment.
  return text.replace(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ' '))
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ''))
}

/** Parses JSON with comments and trailing commas, as devcontainer files are written; undefined where it is malformed. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\uFEFF/, ''))))
  } catch (error) {
    // A SyntaxError is the answer that the text is malformed; anything else is a fault.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
