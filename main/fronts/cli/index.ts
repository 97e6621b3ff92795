export { runCommandLine } from './run-command-line'
export { writeAll } from './output/write-all'
