/** What the document should be by the ledger, beside what it is. */

const plain = (value) => JSON.stringify(value);

/** [{ name, ledger, document, what }], unequal ones first; what: `same`, `other`, `missing` (in the document), `extra`. */
export function difference({ row, fields, document }) {
  if (document === null || document === undefined) {
    return [];
  }
  const { landfall = {}, ...there } = document;
  const should = row.deletedAt ? {} : (fields ?? {});
  const lines = [
    line('landfall.state', row.state, landfall.state),
    line('landfall.attempt', row.attempt, landfall.attempt),
    line('landfall.version', row.version, landfall.version),
    ...[...new Set([...Object.keys(should), ...Object.keys(there)])].map((name) => line(name, should[name], there[name])),
  ];
  return lines.sort((a, b) => Number(a.what === 'same') - Number(b.what === 'same'));
}

function line(name, ledger, document) {
  const what =
    plain(ledger) === plain(document) ? 'same' : document === undefined ? 'missing' : ledger === undefined ? 'extra' : 'other';
  return { name, ledger, document, what };
}
