/** Lints the contract with Redocly and Spectral; a warning fails. Without the tools, `npm run check` goes on without it. */
import { pathToFileURL } from 'node:url';
import { CONTRACT, isInstalled, runTool } from './tools.ts';

type Report = { totals: { errors: number; warnings: number }; problems: { message: string }[] };

export function lint(): void {
  const report: Report = JSON.parse(
    runTool('@redocly/cli/bin/cli.js', ['lint', CONTRACT, '--config', 'redocly.yaml', '--format', 'json'], {
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    }),
  );
  if (report.totals.warnings > 0) {
    console.error(
      report.problems
        .slice(0, 20)
        .map(({ message }) => message)
        .join('\n'),
    );
    process.exit(1);
  }
  runTool('@stoplight/spectral-cli/dist/index.js', [
    ...['lint', CONTRACT, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', '--quiet'],
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  if (isInstalled()) lint();
  else console.log('The contract is not linted: npm run check:contract installs the tools.');
}
