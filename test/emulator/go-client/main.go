// Runs queries with Google's Go client and prints what it makes of the answers: one JSON line in, one JSON line out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"cloud.google.com/go/bigquery"
	"google.golang.org/api/iterator"
	"google.golang.org/api/option"
)

type parameter struct {
	Name          string
	ParameterType struct {
		Type      string
		ArrayType *struct{ Type string }
	}
	ParameterValue struct {
		Value       *string
		ArrayValues []struct{ Value *string }
	}
}

type question struct {
	Title      string
	Query      string
	Parameters []parameter
}

type answer struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    []string `json:"rows"`
	Error   string   `json:"error"`
}

func main() {
	ctx := context.Background()
	client, err := bigquery.NewClient(ctx, os.Args[2],
		option.WithEndpoint(os.Args[1]+"/bigquery/v2/"), option.WithoutAuthentication())
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	output := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		said := answer{Title: asked.Title}
		if err := run(ctx, client, asked, &said); err != nil {
			said.Error = err.Error()
		}
		if err := output.Encode(said); err != nil {
			log.Fatal(err)
		}
	}
}

func run(ctx context.Context, client *bigquery.Client, asked question, said *answer) error {
	query := client.Query(asked.Query)
	for _, each := range asked.Parameters {
		query.Parameters = append(query.Parameters,
			bigquery.QueryParameter{Name: each.Name, Value: value(each)})
	}
	rows, err := query.Read(ctx)
	if err != nil {
		return err
	}
	for {
		var row []bigquery.Value
		err := rows.Next(&row)
		if errors.Is(err, iterator.Done) {
			break
		}
		if err != nil {
			return err
		}
		said.Rows = append(said.Rows, fmt.Sprintf("%v", row))
	}
	for _, field := range rows.Schema {
		said.Columns = append(said.Columns,
			fmt.Sprintf("%s %s repeated=%v", field.Name, field.Type, field.Repeated))
	}
	return nil
}

func value(each parameter) *bigquery.QueryParameterValue {
	kind := each.ParameterType
	typed := &bigquery.QueryParameterValue{Type: bigquery.StandardSQLDataType{TypeKind: kind.Type}}
	if kind.ArrayType == nil {
		typed.Value = scalar(each.ParameterValue.Value)
		return typed
	}
	typed.Type.ArrayElementType = &bigquery.StandardSQLDataType{TypeKind: kind.ArrayType.Type}
	typed.ArrayValue = []bigquery.QueryParameterValue{}
	for _, item := range each.ParameterValue.ArrayValues {
		typed.ArrayValue = append(typed.ArrayValue, bigquery.QueryParameterValue{Value: scalar(item.Value)})
	}
	return typed
}

// NULL is a value that is not valid.
func scalar(text *string) any {
	if text == nil {
		return bigquery.NullString{}
	}
	return *text
}
