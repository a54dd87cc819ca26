// src/store/store.ts
/** Returns a store that wraps the access to companies, for example to measure durations. */
const wrapAccess = (store, wrap) => ({
	...store,
	forCompany: (companyId) => wrap(store.forCompany(companyId)),
	allCompanies: wrap(store.allCompanies)
});
const windowSeconds = 3600;
export { wrapAccess as n, windowSeconds as t };
